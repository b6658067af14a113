import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { refusalStatus, type FieldErrors, type RefusalCode } from '../../contract/refusals.ts';
import type { SignedIn } from './context.ts';
import { prepared } from './database/prepared.ts';
import type { Outcomes } from './database/schema-house.ts';
import type { Database } from './database/schema.ts';
import type { Work } from './database/transaction.ts';
import { Refusal, refusalOf } from './refusal.ts';
import { inUserTransaction, RightsLost } from './user-transaction.ts';

/** What became of an intent: references of the touched rows (`tickets:<id>`), never their contents. */
export interface Outcome {
  status: number;
  code: string;
  errors?: FieldErrors;
  details?: Record<string, unknown>;
  touched: string[];
}

export interface Intent {
  key: string | null;
  kind: string;
  args: unknown;
}

/**
 * Does an intent at most once for its key: the claim of the key, the effect and the outcome are one transaction. The
 * same key again gets the recorded outcome; with other arguments IDEMPOTENCY_KEY_REUSED; after `sealKey` CANCELLED.
 * A refusal undoes the effect and is recorded; what may still change (401, 419, 424, 426, 429, 5xx, and rights that
 * were lost meanwhile) is thrown and leaves the key free. Without a key it is a plain transaction, and refusals are thrown.
 */
export async function once(ctx: SignedIn, intent: Intent, run: (work: Work) => Promise<string[]>): Promise<Outcome> {
  const { key } = intent;
  if (key === null) {
    const touched = await inUserTransaction(ctx, run);
    ctx.means.sequencer.wake();
    return applied(touched);
  }
  const fingerprint = fingerprintOf(intent);
  try {
    const attempt = async (work: Work) => {
      const { tx, now } = work;
      const claimed = await claim(tx, { user_id: ctx.person.id, key, fingerprint, state: 'running' }, now);
      if (!claimed) return recorded(await find(tx, ctx.person.id, key), fingerprint);
      const touched = await run(work);
      await finish(tx, { userId: ctx.person.id, key, touched: JSON.stringify(touched) });
      return applied(touched);
    };
    const outcome = await inUserTransaction(ctx, attempt, key);
    ctx.means.sequencer.wake();
    return outcome;
  } catch (error) {
    if (!(error instanceof Refusal) || error instanceof RightsLost || !isFinal(error.code)) throw error;
    return recordRefusal(ctx, key, fingerprint, error);
  }
}

/** The touched references of an applied outcome. Throws the Refusal of a refused one. */
export function orRefuse(outcome: Outcome): string[] {
  if (outcome.status === 200) return outcome.touched;
  throw refusalOf(outcome.code as RefusalCode, outcome.errors, outcome.details);
}

/** What is known of a key, as `api/outcomes` tells it; `unknown` may still become anything. */
export interface KeyState {
  state: 'applied' | 'refused' | 'cancelled' | 'unknown';
  refusal?: string;
  touched: string[];
}

/** Reads what became of a key of this person. */
export async function readKey(ctx: SignedIn, key: string): Promise<KeyState> {
  return keyState(await find(ctx.means.reader, ctx.person.id, key));
}

/** Answers what became of a key, or seals it for ever: a packet that comes later is refused with CANCELLED. */
export async function sealKey(ctx: SignedIn, key: string): Promise<KeyState> {
  const row = await inUserTransaction(ctx, async ({ tx, now }) => {
    await claim(tx, { user_id: ctx.person.id, key, fingerprint: '', state: 'sealed' }, now);
    return find(tx, ctx.person.id, key);
  });
  return keyState(row);
}

const applied = (touched: string[]): Outcome => ({ status: 200, code: 'SUCCESS', touched });

type Claim = Pick<Outcomes, 'user_id' | 'key' | 'fingerprint' | 'state'>;

/**
 * Takes the key, or says that somebody else has it. The insert of a second one waits until the first has ended, so
 * after it the outcome is there to be read: look-then-insert gave two answers for one key under load.
 */
async function claim(tx: Work['tx'], row: Claim, now: number): Promise<boolean> {
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

const finish = prepared((db, value: { userId: number; key: string; touched: string }) =>
  db
    .updateTable('outcomes')
    .set({ state: 'done', status: 200, code: 'SUCCESS', touched: value.touched })
    .where('user_id', '=', value.userId)
    .where('key', '=', value.key),
);

async function recordRefusal(ctx: SignedIn, key: string, fingerprint: string, refusal: Refusal): Promise<Outcome> {
  const { errors, details, code, status } = refusal;
  return inUserTransaction(ctx, async ({ tx, now }) => {
    const about = JSON.stringify({ errors, details });
    const mine = await claim(tx, { user_id: ctx.person.id, key, fingerprint, state: 'done' }, now);
    if (mine) {
      await tx
        .updateTable('outcomes')
        .set({ status, code, refusal: about })
        .where('user_id', '=', ctx.person.id)
        .where('key', '=', key)
        .execute();
    }
    return recorded(await find(tx, ctx.person.id, key), fingerprint);
  });
}

/** Answers that stay true when the same packet comes again. */
function isFinal(code: RefusalCode): boolean {
  return [400, 403, 404, 409, 410, 412, 413, 415, 422].includes(refusalStatus[code]) && code !== 'IN_PROGRESS';
}

type Row = Pick<Outcomes, 'fingerprint' | 'state' | 'status' | 'code' | 'refusal' | 'touched'>;

async function find(db: Kysely<Database>, userId: number, key: string): Promise<Row | undefined> {
  return db
    .selectFrom('outcomes')
    .select(['fingerprint', 'state', 'status', 'code', 'refusal', 'touched'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
}

function recorded(row: Row | undefined, fingerprint: string): Outcome {
  if (!row || row.state === 'running') throw new Refusal('IN_PROGRESS');
  if (row.state === 'sealed') return { status: 409, code: 'CANCELLED', touched: [] };
  if (row.fingerprint !== fingerprint) return { status: 422, code: 'IDEMPOTENCY_KEY_REUSED', touched: [] };
  const about = row.refusal ? (JSON.parse(row.refusal) as Pick<Outcome, 'errors' | 'details'>) : {};
  return { status: row.status, code: row.code, ...about, touched: JSON.parse(row.touched) as string[] };
}

function keyState(row: Row | undefined): KeyState {
  if (!row || row.state === 'running') return { state: 'unknown', touched: [] };
  if (row.state === 'sealed') return { state: 'cancelled', touched: [] };
  if (row.status !== 200) return { state: 'refused', refusal: row.code, touched: [] };
  return { state: 'applied', touched: JSON.parse(row.touched) as string[] };
}

function fingerprintOf(intent: Intent): string {
  return createHash('sha256')
    .update(`${intent.kind}\n${canonical(intent.args)}`)
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
