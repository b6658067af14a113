import { sql, type Selectable, type Transaction } from 'kysely';
import type { ParsedInputOf } from '../../../contract/endpoint.ts';
import type { createTopupMethod } from '../../../contract/topup-settings.ts';
import { announce } from '../../platform/changes/feed.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { TopupMethods } from '../../platform/database/schema-topups.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { toCents, toEuros } from '../../platform/base/wire-values.ts';

export type MethodRecord = Selectable<TopupMethods>;
export type MethodFields = ParsedInputOf<typeof createTopupMethod>;

/**
 * Returns all methods in their order, locked until the end of the transaction: each change of one waits for the others,
 * so that every position is given once.
 */
export async function lockMethods(tx: Transaction<Database>): Promise<MethodRecord[]> {
  const ids = await tx.selectFrom('topup_methods').select('id').orderBy('id').execute();
  const locked: MethodRecord[] = [];
  for (const { id } of ids) {
    const lock = tx.updateTable('topup_methods').set((row) => ({ rev: row.ref('rev') }));
    locked.push(await lock.where('id', '=', id).returningAll().executeTakeFirstOrThrow());
  }
  return locked.toSorted((a, b) => a.position - b.position || a.id - b.id);
}

/** Returns one of the locked methods. Throws NOT_FOUND. */
export function methodOf(methods: readonly MethodRecord[], id: number): MethodRecord {
  const method = methods.find((one) => one.id === id);
  if (!method) throw new Refusal('NOT_FOUND');
  return method;
}

/** Inserts a method behind all others. */
export async function insertMethod({ tx, now }: TransactionContext, fields: MethodFields): Promise<MethodRecord> {
  const last = (await lockMethods(tx)).at(-1);
  return tx
    .insertInto('topup_methods')
    .values({ ...columnsOf(fields), position: last ? last.position + 1 : 0, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Replaces the fields of a locked method and raises its revision. */
export const updateMethodRow = (
  { tx, now }: TransactionContext,
  { id, rev }: MethodRecord,
  fields: MethodFields,
): Promise<MethodRecord> =>
  tx
    .updateTable('topup_methods')
    .set({ ...columnsOf(fields), updated_at: now, rev: rev + 1 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/**
 * Places one of the locked methods before another one, or last when there is no such method, and numbers all from 0.
 * Returns those whose position has changed.
 */
export async function moveBefore(
  { tx, now }: TransactionContext,
  methods: readonly MethodRecord[],
  { id, before_id: beforeId }: { id: number; before_id: number | null },
): Promise<MethodRecord[]> {
  const others = methods.filter((method) => method.id !== id);
  const found = others.findIndex((method) => method.id === beforeId);
  const wanted = others.toSpliced(found < 0 ? others.length : found, 0, methodOf(methods, id));
  const moved: MethodRecord[] = [];
  for (const [position, method] of wanted.entries()) {
    if (method.position === position) continue;
    const set = tx.updateTable('topup_methods').set({ position, updated_at: now, rev: sql<number>`rev + 1` });
    moved.push(await set.where('id', '=', method.id).returningAll().executeTakeFirstOrThrow());
  }
  return moved;
}

/** Announces methods to all users; a user who may not see one reads it as deleted. */
export const announceMethods = (tx: Transaction<Database>, methods: readonly MethodRecord[]): Promise<void> =>
  announce(
    tx,
    methods.map(({ id, rev }) => ({ scopes: ['catalog'], entity: 'topup_methods', key: String(id), rev })),
  );

/** Returns the old and new values of the changed fields, for the audit log; all values of a new method. */
export function changedFields(before: MethodRecord | null, after: MethodRecord): { old?: object; new: object } {
  const [old, next] = [before && auditedFields(before), auditedFields(after)];
  if (!old) return { new: next };
  const changed = Object.keys(next).filter((name) => JSON.stringify(old[name]) !== JSON.stringify(next[name]));
  const pick = (from: Record<string, unknown>) => Object.fromEntries(changed.map((name) => [name, from[name]]));
  return { old: pick(old), new: pick(next) };
}

const auditedFields = (row: MethodRecord): Record<string, unknown> => ({
  name: JSON.parse(row.name),
  steps: JSON.parse(row.steps),
  accounts: JSON.parse(row.accounts),
  min: toEuros(row.min_cents),
  max: toEuros(row.max_cents),
  proof: row.proof,
  is_active: Boolean(row.is_active),
});

const columnsOf = ({ name, steps, accounts, min, max, proof, is_active: isActive }: MethodFields) => ({
  name: JSON.stringify(name),
  steps: JSON.stringify(steps),
  accounts: JSON.stringify(accounts),
  min_cents: toCents(min),
  max_cents: toCents(max),
  proof,
  is_active: isActive ? 1 : 0,
});
