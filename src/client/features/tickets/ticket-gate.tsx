import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { WifiOff } from 'lucide-react';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { toast } from '../../ui/toast.ts';
import { TicketSkeleton } from './ticket-skeleton.tsx';
import { useTicket, type OpenedTicket } from './use-ticket.ts';

interface Props {
  /** UUID or number. */
  id: string;
  /** Where the list is. */
  list: string;
  children: (opened: OpenedTicket) => ReactNode;
}

/** Opens a ticket: skeleton first; offline and not on this device says so; a failed load returns to the list (S2N-06). */
export function TicketGate({ id, list, children }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const view = useTicket(id);
  const isFailed = view.kind === 'failed';
  useEffect(() => {
    if (!isFailed) return;
    toast({ tone: 'error', title: t`Error loading tickets` });
    void navigate({ to: list, replace: true });
    // oxlint-disable-next-line react/exhaustive-deps -- once for each failure, whatever the language
  }, [isFailed, list]);
  if (view.kind === 'open') return <>{children(view)}</>;
  if (view.kind !== 'absent') return <TicketSkeleton />;
  return (
    <EmptyState
      icon={WifiOff}
      title={<Trans>This ticket is not on this device.</Trans>}
      description={<Trans>It can be opened when you are connected.</Trans>}
      action={
        <ButtonLink to={list} variant="outline">
          <Trans>Back to tickets</Trans>
        </ButtonLink>
      }
    />
  );
}
