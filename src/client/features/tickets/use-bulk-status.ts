import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import type { MutationArgs } from '../../../contract/mutations.ts';
import type { TicketPriority, TicketRow, TicketStatus } from '../../../contract/tickets.ts';
import { currentDatabase } from '../../local/current.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { amend } from '../../sync/amend.ts';
import { waits } from '../../sync/fold.ts';
import { discard } from '../../sync/outbox.ts';
import { perform } from '../../sync/perform.ts';
import { useBusy } from '../../ui/use-busy.ts';

/** What is set for many tickets at once; an assignee is the id of an admin, null for nobody. */
export type BulkChange =
  | { kind: 'ticket.status'; to: TicketStatus }
  | { kind: 'ticket.priority'; to: TicketPriority }
  | { kind: 'ticket.assign'; to: number | null };

/** The field of a ticket that each kind sets. */
const fields = { 'ticket.status': 'status', 'ticket.priority': 'priority', 'ticket.assign': 'assignee_id' } as const;

const valueIn = (ticket: TicketRow, { kind }: BulkChange): string | number | null => ticket[fields[kind]] ?? null;

interface Step {
  itemId: string;
  ticketId: string;
  from: string | number | null;
}

export interface BulkRun {
  change: BulkChange;
  total: number;
  done: number;
  refused: number;
  waiting: number;
}

export interface BulkStatus {
  run: BulkRun | null;
  busy: boolean;
  /** Changes each ticket that has another value: one action for each. */
  start: (tickets: readonly TicketRow[], change: BulkChange) => Promise<void>;
  /** Takes back what was not sent yet, and sets what was sent to what it was. */
  undo: () => Promise<void>;
  dismiss: () => void;
}

/** A status, priority or assignee for many tickets at once, with its progress (S2M-07). */
export function useBulkStatus(): BulkStatus {
  const db = currentDatabase();
  const [started, setStarted] = useState<{ change: BulkChange; steps: Step[] } | null>(null);
  const { busy, whileBusy } = useBusy();
  const ids = started?.steps.map(({ itemId }) => itemId) ?? [];
  const found = useLiveQuery(() => readItems(db, ids), [db, ids.join()]);
  // Until the new ids have been looked for, the answer is still about the run before: then nothing counts as done.
  const pending = found?.of === ids.join() ? found.items : undefined;
  const waiting = pending?.filter(waits).length ?? ids.length;
  const refused = (pending?.length ?? ids.length) - waiting;
  return {
    run: started && {
      change: started.change,
      total: ids.length,
      waiting,
      refused,
      done: ids.length - waiting - refused,
    },
    busy,
    start: (tickets, change) => whileBusy(async () => setStarted({ change, steps: await setAll(db, tickets, change) })),
    undo: () =>
      whileBusy(async () => {
        for (const step of started?.steps ?? []) await takeBack(db, step, started!.change);
        await db.setFact('bulk', null);
        setStarted(null);
      }),
    dismiss: () => setStarted(null),
  };
}

const readItems = async (db: LocalDatabase, ids: readonly string[]) => ({
  of: ids.join(),
  items: await db.outbox.where('id').anyOf(ids).toArray(),
});

async function setAll(db: LocalDatabase, tickets: readonly TicketRow[], change: BulkChange): Promise<Step[]> {
  const steps: Step[] = [];
  for (const ticket of tickets) {
    const from = valueIn(ticket, change);
    if (from !== change.to)
      steps.push({ ticketId: ticket.id, from, itemId: await set(db, ticket.id, { ...change, from }) });
  }
  const ids = steps.map(({ itemId }) => itemId);
  await db.setFact('bulk', ids.length > 1 ? ids : null);
  return steps;
}

const set = (
  db: LocalDatabase,
  ticket_id: string,
  { kind, from, to }: { kind: BulkChange['kind']; from: unknown; to: unknown },
): Promise<string> => perform(db, kind, { ticket_id, from, to } as MutationArgs<typeof kind>);

/** An item with another `from` was merged into an earlier unsent change, which goes on as it was before. */
async function takeBack(db: LocalDatabase, { itemId, ticketId, from }: Step, change: BulkChange): Promise<void> {
  const item = await db.outbox.get({ id: itemId });
  const isMerged = item !== undefined && item.args.from !== from;
  if (item && !waits(item)) {
    await (isMerged ? amend(db, itemId, { to: from }) : discard(db, itemId));
    return;
  }
  if (item?.state === 'queued' && !isMerged) {
    await discard(db, itemId);
    return;
  }
  const ticket = await db.tickets.get(ticketId);
  if (ticket && valueIn(ticket, change) === change.to)
    await set(db, ticketId, { kind: change.kind, from: change.to, to: from });
}
