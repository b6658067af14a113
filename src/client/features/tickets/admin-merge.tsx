import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown, GitMerge, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { TicketRow } from '../../../contract/tickets.ts';
import { usePerform } from '../../forms/use-perform.ts';
import { currentDatabase } from '../../local/current.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { discard } from '../../sync/outbox.ts';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { BadgeTrigger } from '../../ui/status-badge.tsx';
import { useQueueSearch, useOpenInQueue } from './admin-queue.ts';
import { MergeDialog } from './admin-merge-dialog.tsx';
import { readLane } from './queries.ts';
import { shortcutProps } from './ticket-control-keys.ts';
import { useTicketName } from './ticket-name.tsx';
import { Button } from '../../ui/button.tsx';

interface Props {
  ticket: TicketRow;
  merged: readonly TicketRow[];
  /** For screen readers: "#1042". */
  ticketName: string;
}

/** Merges a ticket into another one of its customer, or undoes the merges of other tickets into it. */
export function MergeControl({ ticket, merged, ticketName }: Props) {
  const { t } = useLingui();
  const nameOf = useTicketName();
  const unmerge = useUnmerge();
  const [isChoosing, setChoosing] = useState(false);
  if (ticket.merged_into_id || ticket.number === null) return null;
  const choose: MenuItem = {
    id: 'merge',
    label: t`Merge into another ticket…`,
    icon: GitMerge,
    onSelect: () => setChoosing(true),
  };
  const undo = merged.map((other): MenuItem => {
    const name = nameOf(other);
    return { id: other.id, label: t`Undo merge of ${name}`, icon: Undo2, onSelect: () => void unmerge(other) };
  });
  return (
    <>
      <Menu
        label={t`Merge ${ticketName}`}
        align="start"
        items={[choose, ...undo]}
        trigger={(props) => (
          <BadgeTrigger
            type="button"
            minH="6"
            {...shortcutProps('merge')}
            aria-label={t`Merge ${ticketName}`}
            title={t`Merge`}
            {...props}
          >
            <GitMerge size={14} aria-hidden="true" />
            <span data-word="">
              <Trans>Merge</Trans>
            </span>
            <span data-word="">
              <ChevronDown size={14} aria-hidden="true" style={{ opacity: 0.6 }} />
            </span>
          </BadgeTrigger>
        )}
      />
      {isChoosing ? <Choosing ticket={ticket} onClose={() => setChoosing(false)} /> : null}
    </>
  );
}

function Choosing({ ticket, onClose }: { ticket: TicketRow; onClose: () => void }) {
  const merge = useMerge(ticket);
  const open = useOpenInQueue();
  const search = useQueueSearch();
  const start = async (into: TicketRow) => {
    if (await merge(into)) open(into.id, search);
  };
  return <MergeDialog ticket={ticket} onChoose={(into) => void start(into)} onClose={onClose} />;
}

/** Ends the merge of the shown ticket. */
export function UndoMerge({ ticket }: { ticket: TicketRow }) {
  const unmerge = useUnmerge();
  return (
    <Button size="sm" variant="outline" onClick={() => void unmerge(ticket)}>
      <Undo2 aria-hidden="true" data-mirror="" />
      <Trans>Undo merge</Trans>
    </Button>
  );
}

/** Returns a function that merges a ticket into another one, also offline, and offers to undo it. */
function useMerge(ticket: TicketRow): (into: TicketRow) => Promise<boolean> {
  const { t } = useLingui();
  const act = usePerform();
  const unmerge = useUnmerge();
  return async (into) => {
    const args = { ticket_id: ticket.id, into_id: into.id };
    const item = await act('ticket.merge', args, {
      done: t`Tickets merged`,
      refused: t`The tickets could not be merged.`,
      isAccepted: async ({ tickets }) => (await tickets.get(ticket.id))?.merged_into_id === into.id,
      undo: () => unmerge(ticket),
    });
    return item !== null;
  };
}

/** Returns a function that ends the merge of a ticket, also offline: an unsent merge is discarded. */
function useUnmerge(): (ticket: TicketRow) => Promise<void> {
  const { t } = useLingui();
  const db = currentDatabase();
  const act = usePerform();
  return async ({ id }) => {
    if (await discardUnsent(db, id)) return;
    await act(
      'ticket.unmerge',
      { ticket_id: id },
      {
        done: t`Merge undone`,
        refused: t`The merge could not be undone.`,
        isAccepted: async ({ tickets }) => !(await tickets.get(id))?.merged_into_id,
      },
    );
  };
}

/** Discards the merge of a ticket that was not sent yet or refused; returns whether there was one. */
async function discardUnsent(db: LocalDatabase, ticketId: string): Promise<boolean> {
  const merge = (await readLane(db, ticketId)).findLast(({ kind }) => kind === 'ticket.merge');
  return merge !== undefined && merge.state !== 'sent' && (await discard(db, merge.id)) === 'discarded';
}
