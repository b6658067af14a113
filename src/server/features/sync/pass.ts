import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { MutationResult, sync, UnsentElsewhere } from '../../../contract/sync.ts';
import { syncProtocol } from '../../../contract/sync-limits.ts';
import type { SignedIn } from '../../platform/context.ts';
import { isOutage } from '../../platform/outage.ts';
import { Refusal } from '../../platform/refusal.ts';
import { requireRights } from '../../platform/user-transaction.ts';
import { toWhen } from '../../platform/when.ts';
import { cursorAt, placeOf, type Place } from './cursor.ts';
import { countAll, firstPlace, loadPage } from './first-load.ts';
import type { Offer } from './offer.ts';
import { pull } from './pull.ts';
import { push } from './push.ts';
import { exchangeUnsent } from './unsent.ts';

type Request = ParsedInputOf<typeof sync>;
type Answer = OutputOf<typeof sync>;

/**
 * One pass of a device (D-4): does what it queued, then tells what is new and one page of its first load. Refuses with
 * OUTDATED for another protocol and REQUEST_TOO_LARGE for a batch that must be halved. Throws RightsLost when the user
 * may no longer read what was read for the answer (D-16).
 */
export async function pushAndPull(ctx: SignedIn, offer: Offer, request: Request): Promise<Answer> {
  if (request.protocol !== syncProtocol) throw new Refusal('OUTDATED');
  const results = await push(ctx, offer, request.mutations);
  await numberChanges(ctx, request);
  const elsewhere = await unsentElsewhere(ctx, request, results);
  const place = await placeOf(ctx, request);
  const answer = { ...(await pulled(ctx, offer, request, place)), ...common(ctx, place, results), elsewhere };
  await requireRights(ctx);
  return answer;
}

/** While the database takes no changes nothing is noted, and a device that brings none is answered. */
const unsentElsewhere = (
  ctx: SignedIn,
  request: Request,
  results: readonly MutationResult[],
): Promise<UnsentElsewhere[]> =>
  exchangeUnsent(ctx, request, results).catch((error: unknown) => {
    if (request.mutations.length > 0 || !isOutage(error)) throw error;
    return [];
  });

/** While the database takes no changes a device that brings none is answered too: what has no number yet comes later. */
async function numberChanges({ means }: SignedIn, { mutations }: Request): Promise<void> {
  await means.sequencer.run().catch((error: unknown) => {
    if (mutations.length > 0 || !isOutage(error)) throw error;
  });
}

const common = (ctx: SignedIn, place: Place, results: MutationResult[]) => ({
  code: 'SUCCESS' as const,
  epoch: place.epoch,
  results,
  now: toWhen(ctx.means.now()),
});

type Pulled = Omit<Answer, keyof ReturnType<typeof common> | 'elsewhere'>;

async function pulled(ctx: SignedIn, offer: Offer, request: Request, place: Place): Promise<Pulled> {
  const nothing = { reset: false, changes: [], older: [], more: false, total: null };
  if (place.kind === 'lost') return { ...nothing, reset: true, cursor: '', before: null, more: true };
  if (place.kind === 'new') {
    // The head was read before the rows: what changes while they are read comes again with the next pull.
    const [{ older, before }, total] = await Promise.all([loadPage(ctx, offer, firstPlace), countAll(ctx, offer)]);
    const cursor = cursorAt(ctx.person, place.head);
    return { ...nothing, older, before, cursor, more: before !== null, total };
  }
  const { changes, seq, more } = await pull(ctx, offer, place.after, place.head);
  const load = request.before === null ? null : await loadPage(ctx, offer, request.before);
  return {
    ...nothing,
    changes,
    older: load?.older ?? [],
    cursor: cursorAt(ctx.person, seq),
    before: load?.before ?? null,
    more: more || Boolean(load?.before),
  };
}
