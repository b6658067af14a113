import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { WifiOff } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { readTicket as readTicketCall, type Ticket } from '../../../contract/tickets.ts';
import { call } from '../../api/call.ts';
import type { CallFailure } from '../../api/failure.ts';
import { useRequest } from '../../sync/use-request.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { isolated } from '../../text/isolated.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonBlock, SkeletonLines } from '../../ui/skeleton-lines.tsx';
import { Box, HStack, Stack, Wrap } from '../../ui/theme/styled.tsx';
import { toast } from '../../ui/toast.ts';
import { useTicketRead, type OpenedTicket } from './ticket-reads.ts';

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

/** `absent`: not on this device, and the device is offline · `failed`: the request to the server failed (S2N-06). */
type TicketView =
  | { kind: 'loading' }
  | { kind: 'absent' }
  | { kind: 'failed'; failure: CallFailure }
  | { kind: 'open'; opened: OpenedTicket };

/** Returns a ticket by UUID or number: this device's copy, kept current, otherwise the server's answer. */
function useTicket(ref: string): TicketView {
  const found = useTicketRead(ref);
  const fromServer = useServerTicket(ref, found === null);
  if (found === undefined) return { kind: 'loading' };
  return found ? { kind: 'open', opened: found } : fromServer;
}

const contentOf = (ticket: Ticket): OpenedTicket => ({
  ticket,
  merged: ticket.merged ?? [],
  responses: ticket.responses,
  lane: [],
  mergedLanes: [],
});

/** Requests a ticket that this device does not store. */
function useServerTicket(ref: string, wanted: boolean): TicketView {
  const online = useOnline();
  const { data, failure } = useRequest(`tickets/${ref}`, (signal) => call(readTicketCall, { id: ref }, { signal }), {
    wanted,
    once: true,
  });
  if (data) return { kind: 'open', opened: contentOf(data) };
  if (failure) return { kind: 'failed', failure };
  return online ? { kind: 'loading' } : { kind: 'absent' };
}

/** The placeholder of a ticket while it loads, with the measures of its header, its facts and its messages. */
function TicketSkeleton() {
  const { t } = useLingui();
  return (
    <Box role="status" aria-label={t`Loading`} maxW="3xl">
      <HStack minH="12">
        <SkeletonBlock h="6" w="60%" />
      </HStack>
      <SkeletonBlock h="5" w="32" mt="1" mb="4" />
      <Box display="grid" gridTemplateColumns={{ base: 'repeat(2, 1fr)', sm: 'repeat(4, 8.25rem)' }} gap="5">
        {['Type', 'Priority', 'Created', 'Updated'].map((fact) => (
          <Stack key={fact} gap="1.5">
            <SkeletonBlock h="3" w="12" />
            <SkeletonBlock h="3.5" w="24" />
          </Stack>
        ))}
      </Box>
      <MessageSkeleton lines={2} mt="14" ms="auto" />
      <MessageSkeleton lines={3} mt="9" ms="9" />
    </Box>
  );
}

const controls = ['20', '16', '24', '28', '20'];

/** The placeholder of a ticket for support: its header with the way to the next one, its controls and its messages. */
function SupportTicketSkeleton() {
  const { t } = useLingui();
  return (
    <Box role="status" aria-label={t`Loading`}>
      <Wrap alignItems="center" gap="2" minH="12" py="0.5">
        <SkeletonBlock h="3.5" w="16" hideFrom="md" />
        <SkeletonBlock h="6" w={{ base: '75%', md: '55%' }} order={{ base: 1, md: 0 }} />
        <SkeletonBlock h={{ base: '11', md: '9' }} w="32" ms="auto" borderRadius="md" />
      </Wrap>
      <Box display="flex" gap="2" mt={{ base: '3', md: '1' }} overflow="hidden">
        {controls.map((width, at) => (
          <SkeletonBlock key={at} h="6" w={width} flexShrink={0} borderRadius="md" />
        ))}
      </Box>
      <MessageSkeleton lines={2} mt="16" ms="9" />
      <MessageSkeleton lines={2} mt="9" ms="auto" />
      <MessageSkeleton lines={3} mt="9" ms="9" />
    </Box>
  );
}

/** For customers their own messages are at the end, those of the shop at the start. */
function MessageSkeleton({ lines, mt, ms }: { lines: number; mt: string; ms: string }) {
  return (
    <Box w="min(34rem, 80%)" mt={mt} ms={ms} px="3.5" py="3" bg="bg.panel" borderWidth="1px" borderRadius="xl">
      <SkeletonLines lines={lines} />
    </Box>
  );
}
