import type { LocalDatabase } from '../local/database.ts';
import type { OutboxItem, SentItem } from '../local/stored.ts';

/** Items kept. */
const kept = 50;

/** Arguments that people write: they stay in the cache, where the server's rows are, and nowhere else. */
const written = ['subject', 'content', 'notes'];

/**
 * Remembers items that the server has accepted at `at` (ms), newest first: what they did, without any text. Runs inside
 * a transaction of its caller's over `db.syncTables`.
 */
export async function noteSent(db: LocalDatabase, items: readonly OutboxItem[], at: number): Promise<void> {
  if (items.length === 0) return;
  const before = (await db.fact('sentLately')) ?? [];
  const now = items.map((item) => sentOf(item, at)).toReversed();
  await db.setFact('sentLately', [...now, ...before].slice(0, kept));
}

function sentOf({ id, kind, v, lane, args, by }: OutboxItem, at: number): SentItem {
  const rest = Object.entries(args).filter(([name]) => !written.includes(name));
  return { id, kind, v, lane, args: Object.fromEntries(rest), role: by.role, at };
}
