import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { readWindows, updateWindows, WindowKind } from '../../../contract/windows.ts';
import { audit } from '../../platform/audit.ts';
import type { SignedIn } from '../../platform/context.ts';
import { lockShopSettings, readShopSettings, storeShopSettings } from '../../platform/database/shop.ts';
import { inUserTransaction } from '../../platform/user-transaction.ts';

/** How many of the newest records devices store. */
export async function windowSizes({ services }: SignedIn): Promise<OutputOf<typeof readWindows>> {
  const { windows } = await readShopSettings(services.reader);
  return { code: 'SUCCESS', windows };
}

/** Replaces the sizes, and asks all devices for a pass: those whose sizes have changed load their records again. */
export async function setWindows(
  ctx: SignedIn,
  windows: ParsedInputOf<typeof updateWindows>,
): Promise<OutputOf<typeof updateWindows>> {
  await inUserTransaction(ctx, async (transaction) => {
    const shop = await lockShopSettings(transaction.tx);
    const changed = (Object.keys(windows) as WindowKind[]).filter((kind) => windows[kind] !== shop.windows[kind]);
    if (changed.length === 0) return;
    const pick = (from: typeof windows) => Object.fromEntries(changed.map((kind) => [`${kind}_window`, from[kind]]));
    await storeShopSettings(transaction.tx, { ...shop, windows });
    await audit(transaction, {
      action: 'shop.update',
      entity: 'shop',
      entityKey: 'shop',
      old: pick(shop.windows),
      new: pick(windows),
    });
  });
  ctx.services.notifier.notify(['catalog']);
  return { code: 'SUCCESS', windows };
}
