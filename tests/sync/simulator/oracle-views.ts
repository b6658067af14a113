import { localKey, type Row } from '../../../src/client/local/rows.ts';
import type { LocalDatabase } from '../../../src/client/local/database.ts';
import { pendingEffects, applyEffects, refKey, type RowEffects } from '../../../src/client/sync/optimistic.ts';
import type { Story } from './story.ts';

/** Checks what must hold at any moment: every row is the server's row with the pending changes applied. */
export async function checkViews({ devices, scheduler, faults }: Story): Promise<void> {
  for (const { tabs, name } of devices) {
    await scheduler.untilAllWait();
    const { db } = tabs[0]!;
    const all = pendingEffects(await db.outbox.orderBy('seq').toArray());
    for (const effects of all.values())
      faults.push(...(await checkView(db, effects)).map((fault) => `${fault} on ${name}`));
    for (const shadow of await db.shadow.toArray()) {
      if (!all.has(refKey(shadow))) faults.push(`a base row without a pending change: ${refKey(shadow)} on ${name}`);
    }
  }
}

async function checkView(db: LocalDatabase, rowEffects: RowEffects): Promise<string[]> {
  const { table, key, effects } = rowEffects;
  const shadow = await db.shadow.get([table, key]);
  if (!shadow) return [`a pending change without a base row: ${refKey(rowEffects)}`];
  const shown = (await db.rows(table).get(localKey(table, key))) ?? null;
  const expected = applyEffects(shadow.row, effects);
  return textOf(shown) === textOf(expected)
    ? []
    : [`the row is not the server's row with its pending changes: ${refKey(rowEffects)}`];
}

/** A row as text, without derived fields, and without those whose change alone is not sent to other users. */
export function textOf(row: Row | null): string {
  const compared = Object.entries(row ?? { none: true }).filter(
    ([name]) => !name.startsWith('_') && !notSynced.has(name),
  );
  return JSON.stringify(compared.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const notSynced: ReadonlySet<string> = new Set(['rev', 'orders_count']);
