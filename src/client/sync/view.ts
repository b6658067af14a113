import type { Change, EntityName } from '../../contract/sync.ts';
import type { LocalDatabase } from '../local/database.ts';
import { derive } from '../local/derive.ts';
import { localKey, type Row } from '../local/rows.ts';
import type { OutboxItem, Shadow } from '../local/stored.ts';
import { foldings, foldRow, nameOf, type Ref } from './fold.ts';

/*
 * Rows stay as they are shown, in their tables and indexes. `shadow` keeps the server's row only while something is
 * folded onto it. Law, after every transaction: row = fold(what waits, shadow). All of this runs inside a transaction
 * of its caller's over `db.syncTables`.
 */

/** Rows written at once: between two portions the page may draw. */
const portion = 100;

/** Keeps the server's row of each ref, so that something may be folded onto it. */
export async function keepBase(db: LocalDatabase, refs: readonly Ref[]): Promise<void> {
  for (const { table, key } of refs) {
    if (await db.shadow.get([table, key])) continue;
    const row = (await db.rows(table).get(localKey(table, key))) ?? null;
    await db.shadow.put({ table, key, row, rev: Number(row?.rev ?? 0) });
  }
}

/** Writes the rows of `refs` anew from their shadows and from `items` (all of the outbox, or of the refs' lane). */
export async function rebuild(db: LocalDatabase, refs: readonly Ref[], items: readonly OutboxItem[]): Promise<void> {
  const all = foldings(items);
  for (const ref of refs) {
    const shadow = await db.shadow.get([ref.table, ref.key]);
    if (!shadow) continue;
    const effects = all.get(nameOf(ref))?.effects ?? [];
    await show(db, shadow, foldRow(shadow.row, effects));
    if (effects.length === 0) await db.shadow.delete([ref.table, ref.key]);
  }
}

async function show(db: LocalDatabase, { table, key, rev }: Shadow, row: Row | null): Promise<void> {
  const rows = db.rows(table);
  if (row) await rows.put(derive(table, { ...row, rev }));
  else await rows.delete(localKey(table, key));
}

/** Takes the server's rows: the higher `rev` wins; where something is folded, into the shadow. */
export async function takeRows(db: LocalDatabase, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const shadows = new Map((await db.shadow.toArray()).map((shadow) => [nameOf(shadow), shadow]));
  const plain = new Map<EntityName, Map<string, Change>>();
  for (const change of changes) {
    const shadow = shadows.get(nameOf({ table: change.entity, key: change.key }));
    if (shadow) takeIntoShadow(shadow, change);
    else keepNewest(plain, change);
  }
  await db.shadow.bulkPut([...shadows.values()]);
  for (const [entity, newest] of plain) await writeRows(db, entity, [...newest.values()]);
}

function takeIntoShadow(shadow: Shadow, { row, rev }: Change): void {
  if (!isNews({ row, rev }, shadow.rev)) return;
  shadow.row = row;
  shadow.rev = rev;
}

function keepNewest(plain: Map<EntityName, Map<string, Change>>, change: Change): void {
  const ofEntity = plain.get(change.entity) ?? new Map<string, Change>();
  plain.set(change.entity, ofEntity);
  const known = ofEntity.get(change.key);
  if (!known || isNews(change, known.rev)) ofEntity.set(change.key, change);
}

/** A deletion carries the number of the last version it deletes. */
const isNews = ({ row, rev }: Pick<Change, 'row' | 'rev'>, known: number): boolean =>
  row ? rev > known : rev >= known;

async function writeRows(db: LocalDatabase, entity: EntityName, changes: Change[]): Promise<void> {
  const rows = db.rows(entity);
  for (let from = 0; from < changes.length; from += portion) {
    const some = changes.slice(from, from + portion);
    const known = await rows.bulkGet(some.map(({ key }) => localKey(entity, key)));
    const news = some.filter((change, at) => !known[at] || isNews(change, Number(known[at].rev)));
    const gone = news.filter(({ row }) => !row).map(({ key }) => localKey(entity, key));
    await rows.bulkPut(news.flatMap(({ row, rev }) => (row ? [derive(entity, { ...row, rev })] : [])));
    if (gone.length > 0) await rows.bulkDelete(gone);
  }
}

/** Forgets every row of the server's and shows what waits on its own: the cache is disposable, the outbox is not. */
export async function emptyCache(db: LocalDatabase, items: readonly OutboxItem[]): Promise<void> {
  for (const table of db.cacheTables) await table.clear();
  await db.shadow.clear();
  const refs = [...foldings(items).values()];
  await keepBase(db, refs);
  await rebuild(db, refs, items);
}
