import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { WifiOff } from 'lucide-react';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { isolated } from '../../text/isolated.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { toast } from '../../ui/toast.ts';
import { SupportTicketSkeleton, TicketSkeleton } from './ticket-skeleton.tsx';
import type { OpenedTicket } from './ticket-reads.ts';
import { useTicket } from './use-ticket.ts';

interface Props {
  /** UUID or number. */
  id: string;
  /** The path of the ticket list. */
  listPath: string;
  /** Support sees more above the messages, and customers' messages at the start. */
  isForSupport?: boolean;
  children: (opened: OpenedTicket) => ReactNode;
}

/**
 * Loads a ticket and shows it: first a skeleton; a notice when the ticket is not on this device, which is offline; the
 * list again when the load fails (S2N-06).
 */
export function TicketGate({ id, listPath, isForSupport = false, children }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const view = useTicket(id);
  const { failure: sentenceOf } = useRefusalText();
  const failure = view.kind === 'failed' ? view.failure : null;
  useEffect(() => {
    if (!failure) return;
    // Not the list, which is shown now, has failed: the number says which ticket.
    const why = sentenceOf(failure);
    const description = isNumber(id) ? `${isolated(`#${id}`)} · ${why}` : why;
    toast({ tone: 'error', title: t`Error loading tickets`, description });
    void navigate({ to: listPath, replace: true });
    // oxlint-disable-next-line react/exhaustive-deps -- once for each failure, in any language
  }, [failure, listPath]);
  if (view.kind === 'open') return <>{children(view.opened)}</>;
  if (view.kind !== 'absent') return isForSupport ? <SupportTicketSkeleton /> : <TicketSkeleton />;
  return (
    <EmptyState
      icon={WifiOff}
      title={<Trans>This ticket is not on this device.</Trans>}
      description={<Trans>It can be opened when you are connected.</Trans>}
      action={
        <ButtonLink to={listPath} variant="outline">
          <Trans>Back to tickets</Trans>
        </ButtonLink>
      }
    />
  );
}

/** Whether a reference is a ticket's number, not its UUID. */
const isNumber = (ref: string): boolean => /^\d+$/.test(ref);
