import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { readWindows, updateWindows, WindowKind, Windows } from '../../../contract/windows.ts';
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
  sizes: ParsedInputOf<typeof updateWindows>,
): Promise<OutputOf<typeof updateWindows>> {
  const windows = await inUserTransaction(ctx, async (transaction) => {
    const shop = await lockShopSettings(transaction.tx);
    const wanted = { ...sizes, people: sizes.people ?? shop.windows.people };
    const changed = (Object.keys(wanted) as WindowKind[]).filter((kind) => wanted[kind] !== shop.windows[kind]);
    if (changed.length === 0) return wanted;
    const pick = (from: Windows) => Object.fromEntries(changed.map((kind) => [`${kind}_window`, from[kind]]));
    await storeShopSettings(transaction.tx, { ...shop, windows: wanted });
    await audit(transaction, {
      action: 'shop.update',
      entity: 'shop',
      entityKey: 'shop',
      old: pick(shop.windows),
      new: pick(wanted),
    });
    return wanted;
  });
  ctx.services.notifier.notify(['catalog']);
  return { code: 'SUCCESS', windows };
}
