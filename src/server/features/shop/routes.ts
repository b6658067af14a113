import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { readLogo, removeLogo, replaceLogo } from '../../../contract/shop-logo.ts';
import { readShop, updateShop, type ShopSettings } from '../../../contract/shop.ts';
import { readWindows, updateWindows } from '../../../contract/windows.ts';
import { audit } from '../../platform/audit.ts';
import { checkRevision, withCurrent } from '../../platform/changes/revision.ts';
import type { SignedIn } from '../../platform/context.ts';
import { lockShopSettings, readShopSettings, storeShopSettings } from '../../platform/database/shop.ts';
import { openRoute, route } from '../../platform/http/route.ts';
import { runOnce, touchedOrThrow } from '../../platform/idempotency.ts';
import { setWindows, windowSizes } from './windows.ts';
import { sendLogo, setLogo, storeLogo } from './logo.ts';

export const routes = [
  route(readShop, shopSettings),
  route(updateShop, editShop),
  route(replaceLogo, storeLogo),
  route(removeLogo, (ctx) => setLogo(ctx, null)),
  openRoute(readLogo, sendLogo),
  route(readWindows, windowSizes),
  route(updateWindows, setWindows),
];

/** The settings of the shop. */
async function shopSettings(ctx: SignedIn): Promise<OutputOf<typeof readShop>> {
  return { code: 'SUCCESS', shop: await currentSettings(ctx) };
}

/** The settings without those that have calls of their own: the windows, and the limits of top-up requests. */
async function currentSettings({ services }: SignedIn): Promise<ShopSettings> {
  const { name, hours, accent, logo, goals, rev } = await readShopSettings(services.reader);
  return { name, hours, accent, logo, goals, rev };
}

/**
 * Replaces the settings; with `If-Match` only if they still have that revision. All devices are asked for a pass, which
 * brings them the new ones.
 */
async function editShop(ctx: SignedIn, input: ParsedInputOf<typeof updateShop>): Promise<OutputOf<typeof updateShop>> {
  const args = { ...input, revision: ctx.revision };
  await withCurrent(
    async () =>
      touchedOrThrow(
        await runOnce(ctx, { key: ctx.key, kind: 'shop.update', args }, async (transaction) => {
          const old = await lockShopSettings(transaction.tx);
          checkRevision(args.revision, old.rev);
          const next = { ...old, ...input, rev: old.rev + 1 };
          await storeShopSettings(transaction.tx, next);
          await audit(transaction, {
            action: 'shop.update',
            entity: 'shop',
            entityKey: 'shop',
            ...differences(old, next),
          });
          return [];
        }),
      ),
    () => currentSettings(ctx),
  );
  ctx.services.notifier.notify(['catalog']);
  return shopSettings(ctx);
}

/** Returns the old and new values of the changed settings, for the audit log. */
function differences(old: ShopSettings, next: ShopSettings): { old: object; new: object } {
  const names = (['name', 'hours', 'accent', 'goals'] as const).filter(
    (name) => JSON.stringify(old[name]) !== JSON.stringify(next[name]),
  );
  const pick = (from: ShopSettings) => Object.fromEntries(names.map((name) => [name, from[name]]));
  return { old: pick(old), new: pick(next) };
}
