import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { TicketRow } from '../../../contract/tickets.ts';
import { currentDatabase } from '../../local/current.ts';
import { readPendingStates, type PendingState } from '../../sync/pending.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { isolated } from '../../text/isolated.ts';
import { PendingMark } from '../../ui/pending-mark.tsx';
import { chakra } from '../../ui/theme/styled.tsx';

/** Returns a function that names a ticket: "#1042", or "New ticket" while it has no number. */
export function useTicketName(): (ticket: { number: number | null }) => string {
  const { t } = useLingui();
  return ({ number }) => (number === null ? t`New ticket` : `#${number}`);
}

type Numbered = Pick<TicketRow, 'number' | 'subject'>;

/** Returns the name of a button that opens a ticket, for screen readers. */
export const openTicketLabel = ({ number, subject }: Numbered): MessageDescriptor =>
  number === null
    ? msg`Open New ticket: ${{ subject: isolated(subject) }}`
    : msg`Open #${number}: ${{ subject: isolated(subject) }}`;

/** Returns the name of a ticket's checkbox, for screen readers. */
export const selectTicketLabel = ({ number }: Numbered): MessageDescriptor =>
  number === null ? msg`Select New ticket` : msg`Select #${number}`;

/** A ticket's number, or "Not sent yet" while it has none, with a mark while the server has not accepted all changes. */
export function TicketNumber({ number, pending }: { number: number | null; pending: PendingState | undefined }) {
  const { t } = useLingui();
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="1.5" whiteSpace="nowrap">
      {number === null ? null : (
        <chakra.bdi className="numbers" color="fg.muted">
          #{number}
        </chakra.bdi>
      )}
      <PendingMark state={pending ?? (number === null ? 'waiting' : undefined)} />
      {number === null ? <chakra.span textStyle="xs" color="fg.subtle">{t`Not sent yet`}</chakra.span> : null}
    </chakra.span>
  );
}

const noStates: ReadonlyMap<string, PendingState> = new Map();

/** Returns the states of the tickets with pending or parked changes, by id. */
export function usePendingTickets(): ReadonlyMap<string, PendingState> {
  const db = currentDatabase();
  return useLiveQuery(() => readPendingStates(db, 'tickets'), [db]) ?? noStates;
}
