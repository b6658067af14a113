import { localKey, type Row } from '../../../src/client/local/rows.ts';
import type { LocalDatabase } from '../../../src/client/local/database.ts';
import { foldings, foldRow, nameOf, type Folding } from '../../../src/client/sync/fold.ts';
import type { Story } from './story.ts';

/** What must hold at any moment: every row is what waits, folded onto the server's row. */
export async function judgeViews({ devices, scheduler, faults }: Story): Promise<void> {
  for (const { tabs, name } of devices) {
    await scheduler.settled();
    const { db } = tabs[0]!;
    const all = foldings(await db.outbox.orderBy('seq').toArray());
    for (const folding of all.values())
      faults.push(...(await judgeView(db, folding)).map((fault) => `${fault} on ${name}`));
    for (const shadow of await db.shadow.toArray()) {
      if (!all.has(nameOf(shadow))) faults.push(`a shadow of nothing: ${nameOf(shadow)} on ${name}`);
    }
  }
}

async function judgeView(db: LocalDatabase, folding: Folding): Promise<string[]> {
  const { table, key, effects } = folding;
  const shadow = await db.shadow.get([table, key]);
  if (!shadow) return [`something waits without a shadow: ${nameOf(folding)}`];
  const shown = (await db.rows(table).get(localKey(table, key))) ?? null;
  const wanted = foldRow(shadow.row, effects);
  return textOf(shown) === textOf(wanted) ? [] : [`the view is not what waits on the server's row: ${nameOf(folding)}`];
}

/** A row as text, without what this device works out by itself, its version, and how often a product was ordered: an order tells that to nobody else. */
export function textOf(row: Row | null): string {
  const own = Object.entries(row ?? { none: true }).filter(([name]) => !name.startsWith('_') && !untold.has(name));
  return JSON.stringify(own.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const untold: ReadonlySet<string> = new Set(['rev', 'orders_count']);
