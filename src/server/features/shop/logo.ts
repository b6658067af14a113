import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { readLogo, removeLogo, replaceLogo } from '../../../contract/shop-logo.ts';
import { audit } from '../../platform/audit.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import type { Context, SignedIn } from '../../platform/context.ts';
import { lockShopSettings, logoFile, readShopSettings, storeShopSettings } from '../../platform/database/shop.ts';
import { shrink } from '../../platform/files/check.ts';
import { storeFile } from '../../platform/files/records.ts';
import { RawResponse } from '../../platform/http/raw-response.ts';
import { inUserTransaction } from '../../platform/user-transaction.ts';

/** Pixels of the longer side of a logo, which is shown up to 48 pixels high. */
const side = 512;

/** Stores a picture as the logo; the file of the one before is removed by the cleanup. */
export async function storeLogo(
  ctx: SignedIn,
  { image }: ParsedInputOf<typeof replaceLogo>,
): Promise<OutputOf<typeof replaceLogo>> {
  const stored = await storeFile(ctx.services.files, 'shop', await shrink(image, side));
  return setLogo(ctx, stored.replace(logoFile(''), ''));
}

/** Sets the file of the logo, or removes the logo, and asks all devices for a pass, which brings it to them. */
export async function setLogo(ctx: SignedIn, logo: string | null): Promise<OutputOf<typeof removeLogo>> {
  const shop = await inUserTransaction(ctx, async (transaction) => {
    const old = await lockShopSettings(transaction.tx);
    const next = { ...old, logo };
    if (old.logo === logo) return next;
    await storeShopSettings(transaction.tx, next);
    await audit(transaction, {
      action: 'shop.update',
      entity: 'shop',
      entityKey: 'shop',
      old: { logo: old.logo },
      new: { logo },
    });
    return next;
  });
  ctx.services.notifier.notify(['catalog']);
  return { code: 'SUCCESS', shop };
}

/** Sends the present logo; the address of an earlier one is unknown. */
export async function sendLogo(
  { services }: Context,
  { name }: ParsedInputOf<typeof readLogo>,
): Promise<OutputOf<typeof readLogo>> {
  const { logo } = await readShopSettings(services.reader);
  const file = logo === name ? await services.files.get(logoFile(logo)) : null;
  if (!file) throw new Refusal('NOT_FOUND');
  return new RawResponse(file.bytes, {
    'Content-Type': file.type,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'public, max-age=31536000, immutable',
    ETag: `"${logo}"`,
  });
}
