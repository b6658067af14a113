import type { Change, Mutation, MutationResult } from '../../../contract/sync.ts';
import { batchBytes } from '../../../contract/sync-limits.ts';
import { refusalStatus, type RefusalCode } from '../../../contract/refusals.ts';
import type { SignedIn } from '../../platform/context.ts';
import { fieldErrors, withOwnNames } from '../../platform/http/input.ts';
import { runOnce, type StoredResult } from '../../platform/idempotency.ts';
import { isOutage } from '../../platform/database/outage.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import type { MutationHandler } from '../../platform/changes/synced.ts';
import { RightsLost } from '../../platform/user-transaction.ts';
import { readRows, type SyncRegistry, type RowName } from './registry.ts';

/**
 * Applies mutations in order, each once per key, and returns the result of each with the rows it touched. To keep the
 * order of a lane, a mutation holds back the rest of its lane when it is undecided, or when it was to create the lane's
 * record and is refused. Throws on an outage, and RightsLost when the user may no longer act; results of earlier
 * mutations stay stored under their keys.
 */
export async function push(
  ctx: SignedIn,
  registry: SyncRegistry,
  mutations: readonly Mutation[],
): Promise<MutationResult[]> {
  if (mutations.length > 1 && bytesOf(mutations) > batchBytes) throw new Refusal('REQUEST_TOO_LARGE');
  const held = new Set<string>();
  const outcomes: StoredResult[] = [];
  for (const mutation of mutations) {
    const handler = registry.handlers.get(`${mutation.kind}@${mutation.v}`);
    const outcome = held.has(mutation.lane) ? resultOf('WAITS_FOR_ANOTHER') : await outcomeOf(ctx, handler, mutation);
    if (holdsLane(outcome, handler)) held.add(mutation.lane);
    outcomes.push(outcome);
  }
  return withTouchedRows(ctx, registry, mutations, outcomes);
}

async function outcomeOf(
  ctx: SignedIn,
  handler: MutationHandler | undefined,
  mutation: Mutation,
): Promise<StoredResult> {
  if (!handler) return resultOf('OUTDATED');
  if (bytesOf(mutation) > batchBytes) return resultOf('REQUEST_TOO_LARGE');
  const args = withOwnNames(mutation.args, handler.aliases);
  const parsed = handler.parse.safeParse(args);
  if (!parsed.success) return { ...resultOf('INVALID_FIELDS'), errors: fieldErrors(parsed.error.issues) };
  try {
    const request = { key: mutation.id, kind: mutation.kind, args: parsed.data };
    return await runOnce(ctx, request, (transaction) => handler.run(transaction, parsed.data));
  } catch (error) {
    if (isOutage(error) || error instanceof RightsLost) throw error;
    return resultOfError(ctx, mutation, error);
  }
}

/** Returns the result of a mutation that threw an error, so that the other mutations and the pull continue. */
function resultOfError(ctx: SignedIn, mutation: Mutation, error: unknown): StoredResult {
  if (error instanceof Refusal && error.status < 500) {
    // Status 409 would be final, but an earlier request with this key is still running.
    return error.code === 'IN_PROGRESS' ? { ...resultOf('IN_PROGRESS'), status: 500 } : resultOf(error.code);
  }
  ctx.services.log.error(
    { err: error, requestId: ctx.requestId, kind: mutation.kind, key: mutation.id },
    'a mutation failed',
  );
  return resultOf('ERROR');
}

const resultOf = (code: RefusalCode): StoredResult => ({ status: refusalStatus[code], code, touched: [] });

function holdsLane(outcome: StoredResult, handler: MutationHandler | undefined): boolean {
  if (outcome.status === 200) return false;
  return (
    handler === undefined || handler.createsRecord || outcome.status >= 500 || retriedStatuses.includes(outcome.status)
  );
}

/** Results after which a device sends the same mutation again. */
const retriedStatuses: readonly number[] = [401, 408, 424, 425, 426, 429];

async function withTouchedRows(
  ctx: SignedIn,
  registry: SyncRegistry,
  mutations: readonly Mutation[],
  outcomes: readonly StoredResult[],
): Promise<MutationResult[]> {
  const names = outcomes.flatMap((outcome) => outcome.touched.map(rowNameOf));
  const rows = new Map<string, Change>();
  for (const row of await readRows(ctx.services.reader, registry, ctx.person, names))
    rows.set(`${row.entity}:${row.key}`, row);
  return mutations.map(({ id }, index) => {
    const { touched, ...outcome } = outcomes[index]!;
    return { id, ...outcome, rows: touched.flatMap((ref) => rows.get(ref) ?? []) };
  });
}

/** Parses a reference to a row, such as `tickets:<id>`. */
function rowNameOf(ref: string): RowName {
  const colon = ref.indexOf(':');
  return { entity: ref.slice(0, colon) as RowName['entity'], key: ref.slice(colon + 1) }; // written by operations
}

/** Returns the size as JSON; Infinity for values nested too deep to serialise. */
function bytesOf(value: unknown): number {
  try {
    return Buffer.byteLength(JSON.stringify(value));
  } catch {
    return Infinity;
  }
}
