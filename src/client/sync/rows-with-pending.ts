import type { Table } from 'dexie';
import type { Change, EntityName } from '../../contract/sync.ts';
import type { LocalDatabase } from '../local/database.ts';
import { withDerivedFields } from '../local/derive.ts';
import { readRowsByKey } from '../local/read-rows-by-key.ts';
import { startPosition } from '../local/meta.ts';
import { localKey, type Row } from '../local/rows.ts';
import { slicesOf } from '../local/slices.ts';
import type { OutboxItem, Shadow } from '../local/stored.ts';
import type { Effect } from '../actions/action.ts';
import { pendingEffects, applyEffects, refKey, type RowRef } from './optimistic.ts';

/*
 * Tables and their indexes hold rows as screens show them. `shadow` keeps the server's row only while changes of it are
 * pending. Invariant after every transaction: row = pending effects applied to the shadow. All of these functions run
 * inside their caller's transaction over the tables that they use.
 */

/** Rows in one write call. */
const rowsPerCall = 64;

/** The server's version of a row: its stored shadow (`hasShadow`), or the row itself, which has no pending changes. */
export interface BaseRow {
  shadow: Shadow;
  hasShadow: boolean;
}

/**
 * Writes the rows of `refs` again: `items` (all of the outbox, or of the refs' lane) applied to the shadows. A row with
 * pending changes but no shadow is first stored as its shadow.
 */
export async function rebuildRows(
  db: LocalDatabase,
  refs: readonly RowRef[],
  items: readonly OutboxItem[],
): Promise<void> {
  await writeOptimisticRows(db, await basesOf(db, refs), items);
}

/** Reads the server's versions of `refs`. */
export const basesOf = (db: LocalDatabase, refs: readonly RowRef[]): Promise<BaseRow[]> =>
  Promise.all(unique(refs).map((ref) => baseOf(db, ref)));

/** `basesOf` for rows without a shadow. */
export const rowsAsBases = (db: LocalDatabase, refs: readonly RowRef[]): Promise<BaseRow[]> =>
  Promise.all(unique(refs).map(async (ref) => ({ shadow: await rowAsShadow(db, ref), hasShadow: false })));

/** Writes the rows of `bases` with the effects of `items`, and their shadows; deletes shadows without effects. */
export async function writeOptimisticRows(
  db: LocalDatabase,
  bases: readonly BaseRow[],
  items: readonly OutboxItem[],
): Promise<void> {
  const effectsByRow = pendingEffects(items);
  const rows = bases
    .map((base) => ({ ...base, effects: effectsByRow.get(refKey(base.shadow))?.effects ?? [] }))
    .filter(({ effects, hasShadow }) => effects.length > 0 || hasShadow);
  await Promise.all([...updateShadows(db, rows), ...rows.map((row) => writeRow(db, row))]);
}

async function baseOf(db: LocalDatabase, ref: RowRef): Promise<BaseRow> {
  const [stored, row] = await Promise.all([db.shadow.get([ref.table, ref.key]), rowAsShadow(db, ref)]);
  return { shadow: stored ?? row, hasShadow: stored !== undefined };
}

async function rowAsShadow(db: LocalDatabase, { table, key }: RowRef): Promise<Shadow> {
  const row = (await db.rows(table).get(localKey(table, key))) ?? null;
  return { table, key, row, rev: Number(row?.rev ?? 0) };
}

/** A base row and its pending effects; without effects, the server's row is shown again. */
interface BaseRowWithEffects extends BaseRow {
  effects: readonly Effect[];
}

function updateShadows(db: LocalDatabase, rows: readonly BaseRowWithEffects[]): PromiseLike<unknown>[] {
  const added = rows.filter(({ effects, hasShadow }) => effects.length > 0 && !hasShadow).map(({ shadow }) => shadow);
  const removed = rows.filter(({ effects }) => effects.length === 0).map(({ shadow }) => shadow);
  return [
    ...(added.length > 0 ? [db.shadow.bulkPut(added)] : []),
    ...(removed.length > 0 ? [db.shadow.bulkDelete(removed.map(({ table, key }) => [table, key]))] : []),
  ];
}

function writeRow(db: LocalDatabase, { shadow, effects }: BaseRowWithEffects): PromiseLike<unknown> {
  const { table, key, rev } = shadow;
  const row = applyEffects(shadow.row, effects);
  const rows = db.rows(table);
  return row ? rows.put(withDerivedFields(table, { ...row, rev })) : rows.delete(localKey(table, key));
}

const unique = (refs: readonly RowRef[]): RowRef[] => [...new Map(refs.map((ref) => [refKey(ref), ref])).values()];

/** Stores the server's rows that have a higher `rev` than the device's, in the shadow where a row has one. */
export async function storeServerRows(db: LocalDatabase, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const shadows = new Map((await db.shadow.toArray()).map((shadow) => [refKey(shadow), shadow]));
  const rowsWithoutShadow = new Map<EntityName, Map<string, Change>>();
  for (const change of changes) {
    const shadow = shadows.get(refKey({ table: change.entity, key: change.key }));
    if (shadow) updateBase(shadow, change);
    else keepNewest(rowsWithoutShadow, change);
  }
  if (shadows.size > 0) await db.shadow.bulkPut([...shadows.values()]);
  await writeNewerRows(db, await newerRowsOfTables(db, rowsWithoutShadow));
}

/** Rows of one table that are newer than the device's. */
interface NewerRows {
  entity: EntityName;
  updated: Row[];
  /** Keys of deleted rows. */
  deletedKeys: (number | string)[];
}

/** Returns the rows of the server whose `rev` is higher than the device's. */
export function newerRowsOf(db: LocalDatabase, changes: readonly Change[]): Promise<NewerRows[]> {
  const newest = new Map<EntityName, Map<string, Change>>();
  for (const change of changes) keepNewest(newest, change);
  return newerRowsOfTables(db, newest);
}

/** Writes rows without a shadow; needs a transaction over their tables only. */
export async function writeNewerRows(db: LocalDatabase, newerRows: readonly NewerRows[]): Promise<void> {
  await Promise.all(newerRows.map((rowsOfTable) => writeTable(db, rowsOfTable)));
}

const newerRowsOfTables = (
  db: LocalDatabase,
  tables: ReadonlyMap<EntityName, ReadonlyMap<string, Change>>,
): Promise<NewerRows[]> =>
  Promise.all(Array.from(tables, ([entity, newest]) => newerRowsOfTable(db, entity, [...newest.values()])));

function updateBase(shadow: Shadow, { row, rev }: Change): void {
  if (!isNewer({ row, rev }, shadow.rev)) return;
  shadow.row = row;
  shadow.rev = rev;
}

function keepNewest(newestByEntity: Map<EntityName, Map<string, Change>>, change: Change): void {
  const ofEntity = newestByEntity.get(change.entity) ?? new Map<string, Change>();
  newestByEntity.set(change.entity, ofEntity);
  const newest = ofEntity.get(change.key);
  if (!newest || isNewer(change, newest.rev)) ofEntity.set(change.key, change);
}

/** A deletion has the `rev` of the version that it deletes. */
const isNewer = ({ row, rev }: Pick<Change, 'row' | 'rev'>, knownRev: number): boolean =>
  row ? rev > knownRev : rev >= knownRev;

async function newerRowsOfTable(db: LocalDatabase, entity: EntityName, changes: readonly Change[]): Promise<NewerRows> {
  const keys = changes.map(({ key }) => localKey(entity, key));
  const stored = await readRowsByKey(db.rows(entity), keys);
  const newer = changes.filter((change, index) => !stored[index] || isNewer(change, Number(stored[index].rev)));
  return {
    entity,
    updated: newer.flatMap(({ row, rev }) => (row ? [withDerivedFields(entity, { ...row, rev })] : [])),
    deletedKeys: newer.filter(({ row }) => !row).map(({ key }) => localKey(entity, key)),
  };
}

async function writeTable(db: LocalDatabase, { entity, updated, deletedKeys }: NewerRows): Promise<void> {
  const rows = db.rows(entity);
  if (deletedKeys.length > 0) await rows.bulkDelete(deletedKeys);
  await putRows(rows, slicesOf(updated, rowsPerCall));
}

/** Writes with at most two calls under way, so that the page can draw between them. */
async function putRows(rows: Table<Row, number | string>, calls: Row[][]): Promise<void> {
  let before: PromiseLike<unknown> | null = null;
  for (const call of calls) {
    const next = rows.bulkPut(call);
    // Awaited in the next round; handled here in case this round fails first.
    next.catch(() => undefined);
    if (before) await before;
    before = next;
  }
  if (before) await before;
}

/** Empties the cache and keeps the outbox: the next pass loads all rows again, of this epoch if the server still has it. */
export async function resetCache(db: LocalDatabase, epoch: string | null): Promise<void> {
  const items = await db.outbox.orderBy('seq').toArray();
  for (const table of db.cacheTables) await table.clear();
  await db.shadow.clear();
  await rebuildRows(db, [...pendingEffects(items).values()], items);
  const { turn } = (await db.fact('at')) ?? startPosition;
  await db.setFact('at', { ...startPosition, epoch, turn: turn + 1 });
  await db.setFact('load', null);
}
