import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { TopupLimits } from '../../../contract/shop.ts';
import type { readTopupLimits, updateTopupLimits } from '../../../contract/topup-settings.ts';
import { audit } from '../../platform/audit.ts';
import { checkRevision, withCurrent } from '../../platform/changes/revision.ts';
import type { SignedIn } from '../../platform/context.ts';
import { lockShopSettings, readShopSettings, storeShopSettings } from '../../platform/database/shop.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { runOnce, touchedOrThrow } from '../../platform/idempotency.ts';
import { requireRoot } from './policy.ts';

type LimitsAnswer = OutputOf<typeof readTopupLimits>;

/** The limits of top-up requests, with their revision. */
export async function topupLimits({ services }: SignedIn): Promise<LimitsAnswer> {
  const { topup_limits: limits, topup_limits_rev: rev } = await readShopSettings(services.reader);
  return { code: 'SUCCESS', limits: { ...limits, rev } };
}

/**
 * Replaces the limits; with `If-Match` only if they still have that revision. All devices are asked for a pass, which
 * brings them the new ones.
 */
export async function setTopupLimits(
  ctx: SignedIn,
  limits: ParsedInputOf<typeof updateTopupLimits>,
): Promise<LimitsAnswer> {
  requireRoot(ctx.person);
  const args = { limits, revision: ctx.revision };
  await withCurrent(
    async () =>
      touchedOrThrow(
        await runOnce(ctx, { key: ctx.key, kind: 'topup_limits.update', args }, (transaction) =>
          replaceInTransaction(transaction, args),
        ),
      ),
    async () => (await topupLimits(ctx)).limits,
  );
  ctx.services.notifier.notify(['catalog']);
  return topupLimits(ctx);
}

async function replaceInTransaction(
  transaction: TransactionContext,
  { limits, revision }: { limits: TopupLimits; revision: number | null },
): Promise<string[]> {
  const shop = await lockShopSettings(transaction.tx);
  const { topup_limits: old, topup_limits_rev: rev } = shop;
  checkRevision(revision, rev);
  await storeShopSettings(transaction.tx, { ...shop, topup_limits: limits, topup_limits_rev: rev + 1 });
  const changed = (Object.keys(limits) as (keyof TopupLimits)[]).filter((name) => limits[name] !== old[name]);
  const pick = (from: TopupLimits) => Object.fromEntries(changed.map((name) => [name, from[name]]));
  await audit(transaction, {
    action: 'topup.limits',
    entity: 'shop',
    entityKey: 'shop',
    old: pick(old),
    new: pick(limits),
  });
  return [];
}
