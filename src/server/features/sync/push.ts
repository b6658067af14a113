import type { Change, Mutation, MutationResult } from '../../../contract/sync.ts';
import { batchBytes } from '../../../contract/sync-limits.ts';
import { refusalStatus, type RefusalCode } from '../../../contract/refusals.ts';
import type { SignedIn } from '../../platform/context.ts';
import { fieldErrors, withOwnNames } from '../../platform/http/input.ts';
import { once, type Outcome } from '../../platform/once.ts';
import { isOutage } from '../../platform/outage.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { MutationHandler } from '../../platform/synced.ts';
import { RightsLost } from '../../platform/user-transaction.ts';
import { readRows, type Offer, type RowName } from './offer.ts';

/**
 * Does the mutations in their order, each once for its key, and tells each one's outcome with the rows it touched.
 * What is not decided yet, and a refused one that opens its lane, holds back the rest of its lane: order is kept.
 * Throws when an outage prevents one of them, and RightsLost as soon as the user may no longer act; those before it
 * keep their outcomes under their keys.
 */
export async function push(ctx: SignedIn, offer: Offer, mutations: readonly Mutation[]): Promise<MutationResult[]> {
  if (mutations.length > 1 && bytesOf(mutations) > batchBytes) throw new Refusal('REQUEST_TOO_LARGE');
  const held = new Set<string>();
  const outcomes: Outcome[] = [];
  for (const mutation of mutations) {
    const handler = offer.handlers.get(`${mutation.kind}@${mutation.v}`);
    const outcome = held.has(mutation.lane) ? said('WAITS_FOR_ANOTHER') : await outcomeOf(ctx, handler, mutation);
    if (holdsLane(outcome, handler)) held.add(mutation.lane);
    outcomes.push(outcome);
  }
  return withRows(ctx, offer, mutations, outcomes);
}

async function outcomeOf(ctx: SignedIn, handler: MutationHandler | undefined, mutation: Mutation): Promise<Outcome> {
  if (!handler) return said('OUTDATED');
  if (bytesOf(mutation) > batchBytes) return said('REQUEST_TOO_LARGE');
  const args = withOwnNames(mutation.args, handler.aliases);
  const parsed = handler.parse.safeParse(args);
  if (!parsed.success) return { ...said('INVALID_FIELDS'), errors: fieldErrors(parsed.error.issues, args) };
  try {
    const intent = { key: mutation.id, kind: mutation.kind, args: parsed.data };
    return await once(ctx, intent, (work) => handler.run(work, parsed.data));
  } catch (error) {
    if (isOutage(error) || error instanceof RightsLost) throw error;
    return undecided(ctx, mutation, error);
  }
}

/** One mutation that cannot be decided now stops neither the others nor the pull. */
function undecided(ctx: SignedIn, mutation: Mutation, error: unknown): Outcome {
  if (error instanceof Refusal && error.status < 500) {
    // 409 would be an outcome; this one is still being worked on.
    return error.code === 'IN_PROGRESS' ? { ...said('IN_PROGRESS'), status: 500 } : said(error.code);
  }
  ctx.means.log.error(
    { err: error, requestId: ctx.requestId, kind: mutation.kind, key: mutation.id },
    'a mutation failed',
  );
  return said('ERROR');
}

const said = (code: RefusalCode): Outcome => ({ status: refusalStatus[code], code, touched: [] });

function holdsLane(outcome: Outcome, handler: MutationHandler | undefined): boolean {
  if (outcome.status === 200) return false;
  return handler === undefined || handler.opensLane || outcome.status >= 500 || notYet.includes(outcome.status);
}

/** Outcomes after which the same mutation comes again. */
const notYet: readonly number[] = [401, 408, 424, 425, 426, 429];

async function withRows(
  ctx: SignedIn,
  offer: Offer,
  mutations: readonly Mutation[],
  outcomes: readonly Outcome[],
): Promise<MutationResult[]> {
  const names = outcomes.flatMap((outcome) => outcome.touched.map(nameOf));
  const rows = new Map<string, Change>();
  for (const row of await readRows(ctx.means.reader, offer, ctx.person, names))
    rows.set(`${row.entity}:${row.key}`, row);
  return mutations.map(({ id }, index) => {
    const { touched, ...outcome } = outcomes[index]!;
    return { id, ...outcome, rows: touched.flatMap((ref) => rows.get(ref) ?? []) };
  });
}

/** `tickets:<id>` */
function nameOf(ref: string): RowName {
  const colon = ref.indexOf(':');
  return { entity: ref.slice(0, colon) as RowName['entity'], key: ref.slice(colon + 1) }; // written by the operations
}

/** What is nested too deep to be written has no end. */
function bytesOf(value: unknown): number {
  try {
    return Buffer.byteLength(JSON.stringify(value));
  } catch {
    return Infinity;
  }
}
