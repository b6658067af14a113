import type { Table } from 'dexie';
import type { Change, EntityName } from '../../contract/sync.ts';
import type { LocalDatabase } from '../local/database.ts';
import { derive } from '../local/derive.ts';
import { readKeys } from '../local/read-keys.ts';
import { localKey, type Row } from '../local/rows.ts';
import { slicesOf } from '../local/slices.ts';
import type { OutboxItem, Shadow } from '../local/stored.ts';
import type { Effect } from '../actions/action.ts';
import { foldings, foldRow, nameOf, type Ref } from './fold.ts';

/*
 * Rows stay as they are shown, in their tables and indexes. `shadow` keeps the server's row only while something is
 * folded onto it. Law, after every transaction: row = fold(what waits, shadow). All of this runs inside a transaction
 * of its caller's over `db.syncTables`.
 */

/** Rows in one write call. */
const rowsPerCall = 125;

/** A row's shadow; where there is none yet, the row itself, untouched until now, as the shadow it would be. */
export interface Base {
  shadow: Shadow;
  isKept: boolean;
}

/**
 * Writes the rows of `refs` anew: `items` (all of the outbox, or of the refs' lane) folded onto their shadows. Where
 * something is folded for the first time the row becomes the shadow.
 */
export async function rebuild(db: LocalDatabase, refs: readonly Ref[], items: readonly OutboxItem[]): Promise<void> {
  await project(db, await basesOf(db, refs), items);
}

/** What `project` folds onto, read at once. */
export const basesOf = (db: LocalDatabase, refs: readonly Ref[]): Promise<Base[]> =>
  Promise.all(unique(refs).map((ref) => baseOf(db, ref)));

/** The same for rows under which no shadow lies. */
export const rowsAsBases = (db: LocalDatabase, refs: readonly Ref[]): Promise<Base[]> =>
  Promise.all(unique(refs).map(async (ref) => ({ shadow: await rowAsShadow(db, ref), isKept: false })));

/** The second half of `rebuild`. */
export async function project(db: LocalDatabase, bases: readonly Base[], items: readonly OutboxItem[]): Promise<void> {
  const all = foldings(items);
  await Promise.all(bases.map((base) => write(db, base, all.get(nameOf(base.shadow))?.effects ?? [])));
}

async function baseOf(db: LocalDatabase, ref: Ref): Promise<Base> {
  const [kept, shown] = await Promise.all([db.shadow.get([ref.table, ref.key]), rowAsShadow(db, ref)]);
  return { shadow: kept ?? shown, isKept: kept !== undefined };
}

async function rowAsShadow(db: LocalDatabase, { table, key }: Ref): Promise<Shadow> {
  const row = (await db.rows(table).get(localKey(table, key))) ?? null;
  return { table, key, row, rev: Number(row?.rev ?? 0) };
}

async function write(db: LocalDatabase, { shadow, isKept }: Base, effects: readonly Effect[]): Promise<void> {
  if (effects.length === 0 && !isKept) return;
  const { table, key, rev } = shadow;
  const row = foldRow(shadow.row, effects);
  const rows = db.rows(table);
  await Promise.all([
    keep(db, { shadow, isKept }, effects.length > 0),
    row ? rows.put(derive(table, { ...row, rev })) : rows.delete(localKey(table, key)),
  ]);
}

async function keep(db: LocalDatabase, { shadow, isKept }: Base, isNeeded: boolean): Promise<void> {
  if (isNeeded && !isKept) await db.shadow.put(shadow);
  if (!isNeeded) await db.shadow.delete([shadow.table, shadow.key]);
}

const unique = (refs: readonly Ref[]): Ref[] => [...new Map(refs.map((ref) => [nameOf(ref), ref])).values()];

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
  if (shadows.size > 0) await db.shadow.bulkPut([...shadows.values()]);
  await writeNews(db, await newsOfTables(db, plain));
}

/** Rows of one table that are newer than what the device has. */
interface News {
  entity: EntityName;
  fresh: Row[];
  /** Keys of deleted rows. */
  gone: (number | string)[];
}

/** Compares the server's rows with those on the device: of each the higher `rev` is the newer one. */
export function newsOf(db: LocalDatabase, changes: readonly Change[]): Promise<News[]> {
  const newest = new Map<EntityName, Map<string, Change>>();
  for (const change of changes) keepNewest(newest, change);
  return newsOfTables(db, newest);
}

/** Writes rows under which no shadow lies: a transaction over their tables is enough. */
export async function writeNews(db: LocalDatabase, news: readonly News[]): Promise<void> {
  await Promise.all(news.map((ofTable) => writeTable(db, ofTable)));
}

const newsOfTables = (
  db: LocalDatabase,
  tables: ReadonlyMap<EntityName, ReadonlyMap<string, Change>>,
): Promise<News[]> =>
  Promise.all(Array.from(tables, ([entity, newest]) => newsOfTable(db, entity, [...newest.values()])));

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

async function newsOfTable(db: LocalDatabase, entity: EntityName, changes: readonly Change[]): Promise<News> {
  const keys = changes.map(({ key }) => localKey(entity, key));
  const known = await readKeys(db.rows(entity), keys);
  const news = changes.filter((change, at) => !known[at] || isNews(change, Number(known[at].rev)));
  return {
    entity,
    fresh: news.flatMap(({ row, rev }) => (row ? [derive(entity, { ...row, rev })] : [])),
    gone: news.filter(({ row }) => !row).map(({ key }) => localKey(entity, key)),
  };
}

async function writeTable(db: LocalDatabase, { entity, fresh, gone }: News): Promise<void> {
  const rows = db.rows(entity);
  if (gone.length > 0) await rows.bulkDelete(gone);
  await putRows(rows, slicesOf(fresh, rowsPerCall));
}

/** One call is made while the one before is under way, not all at once: between two calls the page may draw. */
async function putRows(rows: Table<Row, number | string>, calls: Row[][]): Promise<void> {
  let before: PromiseLike<unknown> | null = null;
  for (const call of calls) {
    const next = rows.bulkPut(call);
    // Awaited in the next round; its rejection must not stay unhandled when this round fails.
    next.catch(() => undefined);
    if (before) await before;
    before = next;
  }
  if (before) await before;
}

/** Forgets every row of the server's and shows what waits on its own: the cache is disposable, the outbox is not. */
export async function emptyCache(db: LocalDatabase, items: readonly OutboxItem[]): Promise<void> {
  for (const table of db.cacheTables) await table.clear();
  await db.shadow.clear();
  await rebuild(db, [...foldings(items).values()], items);
}
