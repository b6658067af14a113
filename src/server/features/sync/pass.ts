import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { MutationResult, sync, UnsentElsewhere } from '../../../contract/sync.ts';
import { syncProtocol } from '../../../contract/sync-limits.ts';
import type { SignedIn } from '../../platform/context.ts';
import { isOutage } from '../../platform/database/outage.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { requireRights } from '../../platform/user-transaction.ts';
import { toIsoTime } from '../../platform/base/wire-values.ts';
import { cursorAt, cursorStateOf, type CursorState } from './cursor.ts';
import { countAll, firstPage, loadPage, type LoadedPage } from './first-load.ts';
import { registryOf, type SyncRegistry } from './registry.ts';
import { ownersOf } from './owners.ts';
import { pull } from './pull.ts';
import { push } from './push.ts';
import { exchangeUnsent } from './unsent.ts';

type Request = ParsedInputOf<typeof sync>;
type Answer = OutputOf<typeof sync>;

/**
 * One sync pass of a device (D-4): applies its queued mutations, then returns new changes and one page of its first
 * load. Throws OUTDATED for another protocol and REQUEST_TOO_LARGE for a batch that must be halved. Throws RightsLost
 * when the user may no longer read the rows in the response (D-16).
 */
export async function pushAndPull(ctx: SignedIn, all: SyncRegistry, request: Request): Promise<Answer> {
  if (request.protocol !== syncProtocol) throw new Refusal('OUTDATED');
  const registry = registryOf(all, request.entities);
  const results = await push(ctx, registry, request.mutations);
  await numberChanges(ctx, request);
  const elsewhere = await unsentElsewhere(ctx, request, results);
  const cursorState = await cursorStateOf(ctx, registry, request);
  const { from, ...rows } = await readChanges(ctx, registry, request, cursorState);
  const owners = await ownersOf(ctx, registry, { ...rows, results, from });
  const answer = {
    ...rows,
    changes: [...rows.changes, ...owners],
    ...commonFields(ctx, cursorState, results),
    elsewhere,
  };
  await requireRights(ctx);
  return answer;
}

/** While the database accepts no changes, a device without mutations still gets a response, with an empty list. */
const unsentElsewhere = (
  ctx: SignedIn,
  request: Request,
  results: readonly MutationResult[],
): Promise<UnsentElsewhere[]> =>
  exchangeUnsent(ctx, request, results).catch((error: unknown) => {
    if (request.mutations.length > 0 || !isOutage(error)) throw error;
    return [];
  });

/**
 * Numbers the committed changes. While the database accepts no changes, a device without mutations still gets a response:
 * changes without a number follow later.
 */
async function numberChanges({ services }: SignedIn, { mutations }: Request): Promise<void> {
  await services.sequencer.run().catch((error: unknown) => {
    if (mutations.length > 0 || !isOutage(error)) throw error;
  });
}

const commonFields = (ctx: SignedIn, cursorState: CursorState, results: MutationResult[]) => ({
  code: 'SUCCESS' as const,
  epoch: cursorState.epoch,
  results,
  now: toIsoTime(ctx.services.now()),
  currency: ctx.services.settings.currency,
  articles: cursorState.articles,
  shop: { ...cursorState.shop, time_zone: ctx.services.settings.timeZone },
});

type ChangeFields = Omit<Answer, keyof ReturnType<typeof commonFields> | 'elsewhere'>;

const noPage: LoadedPage = { older: [], before: null, from: null };

async function readChanges(
  ctx: SignedIn,
  registry: SyncRegistry,
  request: Request,
  cursorState: CursorState,
): Promise<ChangeFields & Pick<LoadedPage, 'from'>> {
  const nothing = { reset: false, changes: [], older: [], more: false, total: null, from: null };
  if (cursorState.kind === 'lost') return { ...nothing, reset: true, cursor: '', before: null, more: true };
  if (cursorState.kind === 'new') {
    // The head was read before the rows: rows that change meanwhile are sent again with the next pull.
    const [{ older, before, from }, total] = await Promise.all([
      loadPage(ctx, registry, firstPage),
      countAll(ctx, registry),
    ]);
    const cursor = cursorAt(cursorState, cursorState.head);
    return { ...nothing, older, before, from, cursor, more: before !== null, total };
  }
  const { changes, seq, more } = await pull(ctx, registry, cursorState.after, cursorState.head);
  const { older, before, from } = request.before === null ? noPage : await loadPage(ctx, registry, request.before);
  return {
    ...nothing,
    changes,
    older,
    cursor: cursorAt(cursorState, seq),
    before,
    from,
    more: more || before !== null,
  };
}
