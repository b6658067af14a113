import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { refusalStatus, type FieldErrors, type RefusalCode } from '../../contract/refusals.ts';
import type { SignedIn } from './context.ts';
import { prepared } from './database/prepared.ts';
import type { Outcomes } from './database/schema-system.ts';
import type { Database } from './database/schema.ts';
import type { TransactionContext } from './database/transaction.ts';
import { Refusal, refusalOf } from './base/refusal.ts';
import { inUserTransaction, RightsLost } from './user-transaction.ts';

/** The stored result of a keyed request: references of the touched rows (`tickets:<id>`), never their contents. */
export interface StoredResult {
  status: number;
  code: string;
  errors?: FieldErrors;
  details?: Record<string, unknown>;
  touched: string[];
}

export interface KeyedRequest {
  key: string | null;
  kind: string;
  args: unknown;
}

/**
 * Runs a change at most once per key: the claim of the key, the effect and the result are one transaction. The same key
 * again returns the stored result; with other arguments IDEMPOTENCY_KEY_REUSED; after `cancelKey` CANCELLED. A refusal
 * rolls back the effect and is stored; a refusal that a repetition can avoid (401, 419, 424, 426, 429, 5xx,
 * IN_PROGRESS, and rights lost meanwhile) is thrown and leaves the key free. Without a key the change is a plain
 * transaction, and refusals are thrown.
 */
export async function runOnce(
  ctx: SignedIn,
  request: KeyedRequest,
  run: (transaction: TransactionContext) => Promise<string[]>,
): Promise<StoredResult> {
  const { key } = request;
  if (key === null) {
    const touched = await inUserTransaction(ctx, run);
    ctx.services.sequencer.wake();
    return applied(touched);
  }
  const fingerprint = fingerprintOf(request);
  try {
    const attempt = async (transaction: TransactionContext) => {
      const { tx, now } = transaction;
      const claimed = await claim(tx, { user_id: ctx.person.id, key, fingerprint, state: 'running' }, now);
      if (!claimed) return resultOf(await findOutcome(tx, ctx.person.id, key), fingerprint);
      const touched = await run(transaction);
      await completeKey(tx, { userId: ctx.person.id, key, touched: JSON.stringify(touched) });
      return applied(touched);
    };
    const outcome = await inUserTransaction(ctx, attempt, key);
    ctx.services.sequencer.wake();
    return outcome;
  } catch (error) {
    if (!(error instanceof Refusal) || error instanceof RightsLost || !isFinal(error.code)) throw error;
    return recordRefusal(ctx, key, fingerprint, error);
  }
}

/** The touched references of an applied result. Throws the Refusal of a refused result. */
export function touchedOrThrow(outcome: StoredResult): string[] {
  if (outcome.status === 200) return outcome.touched;
  throw refusalOf(outcome.code as RefusalCode, outcome.errors, outcome.details);
}

/** The state of a key as `api/outcomes` returns it; an `unknown` key may still be applied, refused or cancelled. */
export interface KeyOutcome {
  state: 'applied' | 'refused' | 'cancelled' | 'unknown';
  refusal?: string;
  touched: string[];
}

/** Reads the state of one of the user's keys. */
export async function readKey(ctx: SignedIn, key: string): Promise<KeyOutcome> {
  return keyState(await findOutcome(ctx.services.reader, ctx.person.id, key));
}

/** Returns whether the key of a request has a result already, which `runOnce` returns without running anything. */
export const hasResult = async (ctx: SignedIn): Promise<boolean> =>
  ctx.key !== null && (await readKey(ctx, ctx.key)).state !== 'unknown';

/**
 * Returns the state of a key, and cancels it for good when it is unknown: a request that arrives later is refused with
 * CANCELLED.
 */
export async function cancelKey(ctx: SignedIn, key: string): Promise<KeyOutcome> {
  const row = await inUserTransaction(ctx, async ({ tx, now }) => {
    await claim(tx, { user_id: ctx.person.id, key, fingerprint: '', state: 'sealed' }, now);
    return findOutcome(tx, ctx.person.id, key);
  });
  return keyState(row);
}

const applied = (touched: string[]): StoredResult => ({ status: 200, code: 'SUCCESS', touched });

type Claim = Pick<Outcomes, 'user_id' | 'key' | 'fingerprint' | 'state'>;

/**
 * Inserts the row of a key; false when the key exists. A second insert of a key waits until the first transaction has
 * ended, so its result can be read afterwards. Reading before the insert gave two results for one key under load.
 */
async function claim(tx: TransactionContext['tx'], row: Claim, now: number): Promise<boolean> {
  return (await claimRow(tx, { ...row, now })).length === 1;
}

const claimRow = prepared((db, value: Claim & { now: number }) =>
  db
    .insertInto('outcomes')
    .values({
      user_id: value.user_id,
      key: value.key,
      fingerprint: value.fingerprint,
      state: value.state,
      status: 0,
      code: '',
      refusal: null,
      touched: '[]',
      created_at: value.now,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .returning('key'),
);

const completeKey = prepared((db, value: { userId: number; key: string; touched: string }) =>
  db
    .updateTable('outcomes')
    .set({ state: 'done', status: 200, code: 'SUCCESS', touched: value.touched })
    .where('user_id', '=', value.userId)
    .where('key', '=', value.key),
);

async function recordRefusal(ctx: SignedIn, key: string, fingerprint: string, refusal: Refusal): Promise<StoredResult> {
  const { errors, details, code, status } = refusal;
  return inUserTransaction(ctx, async ({ tx, now }) => {
    const refusalJson = JSON.stringify({ errors, details });
    const claimed = await claim(tx, { user_id: ctx.person.id, key, fingerprint, state: 'done' }, now);
    if (claimed) {
      await tx
        .updateTable('outcomes')
        .set({ status, code, refusal: refusalJson })
        .where('user_id', '=', ctx.person.id)
        .where('key', '=', key)
        .execute();
    }
    return resultOf(await findOutcome(tx, ctx.person.id, key), fingerprint);
  });
}

/** Returns whether a repetition of the same request would get the same refusal. */
function isFinal(code: RefusalCode): boolean {
  return [400, 403, 404, 409, 410, 412, 413, 415, 422].includes(refusalStatus[code]) && code !== 'IN_PROGRESS';
}

type Row = Pick<Outcomes, 'fingerprint' | 'state' | 'status' | 'code' | 'refusal' | 'touched'>;

async function findOutcome(db: Kysely<Database>, userId: number, key: string): Promise<Row | undefined> {
  return db
    .selectFrom('outcomes')
    .select(['fingerprint', 'state', 'status', 'code', 'refusal', 'touched'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
}

/** The result of a key whose row exists already. Throws IN_PROGRESS while its first request runs. */
function resultOf(row: Row | undefined, fingerprint: string): StoredResult {
  if (!row || row.state === 'running') throw new Refusal('IN_PROGRESS');
  if (row.state === 'sealed') return { status: 409, code: 'CANCELLED', touched: [] };
  if (row.fingerprint !== fingerprint) return { status: 422, code: 'IDEMPOTENCY_KEY_REUSED', touched: [] };
  const stored = row.refusal ? (JSON.parse(row.refusal) as Pick<StoredResult, 'errors' | 'details'>) : {};
  return { status: row.status, code: row.code, ...stored, touched: JSON.parse(row.touched) as string[] };
}

function keyState(row: Row | undefined): KeyOutcome {
  if (!row || row.state === 'running') return { state: 'unknown', touched: [] };
  if (row.state === 'sealed') return { state: 'cancelled', touched: [] };
  if (row.status !== 200) return { state: 'refused', refusal: row.code, touched: [] };
  return { state: 'applied', touched: JSON.parse(row.touched) as string[] };
}

function fingerprintOf(request: KeyedRequest): string {
  return createHash('sha256')
    .update(`${request.kind}\n${canonical(request.args)}`)
    .digest('hex');
}

/** JSON with sorted keys, so that the order of fields in a body makes no difference. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
