import type { LocalDatabase } from '../local/database.ts';
import type { OutboxItem, SentItem } from '../local/stored.ts';

const itemsKept = 50;

/** Arguments with texts that users write: they are kept in the server's rows only. */
const textArguments = ['subject', 'content', 'notes', 'note', 'slip_number'];

/**
 * Stores items that the server has accepted at `at` (ms), newest first and without texts. Runs inside its caller's
 * transaction over `db.syncTables`.
 */
export async function recordSent(db: LocalDatabase, items: readonly OutboxItem[], at: number): Promise<void> {
  if (items.length === 0) return;
  const earlier = (await db.fact('sentLately')) ?? [];
  const added = items.map((item) => sentOf(item, at)).toReversed();
  await db.setFact('sentLately', [...added, ...earlier].slice(0, itemsKept));
}

/**
 * Returns what became of an item that is not in the outbox. `applied`: the server has accepted it lately · `gone`: it was
 * discarded or sent again under a new id, as in another tab, or it was accepted before.
 */
export async function outcomeOfMissing(db: LocalDatabase, itemId: string): Promise<'applied' | 'gone'> {
  const sent = (await db.fact('sentLately')) ?? [];
  return sent.some(({ id }) => id === itemId) ? 'applied' : 'gone';
}

function sentOf({ id, kind, v, lane, args, by }: OutboxItem, at: number): SentItem {
  const rest = Object.entries(args).filter(([name]) => !textArguments.includes(name));
  return { id, kind, v, lane, args: Object.fromEntries(rest), role: by.role, at };
}
