import type { Services } from '../../platform/context.ts';
import { checkEveryMinute } from '../../platform/scheduled.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { announceLevel, changeFree } from '../../shared/codes.ts';

/** Looks every minute for codes that have expired. */
export const startExpiry = (services: Services): { stop(): Promise<void> } =>
  checkEveryMinute(services, { send: expireCodes, failed: 'expired codes cannot be taken out of the stock' });

/**
 * Takes free codes that have expired out of the stock, for one product or variant after the other.
 *
 * @internal Exported for tests, which call it at chosen times.
 */
export async function expireCodes({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const at = now();
  const stocks = await db
    .selectFrom('codes')
    .select(['product_id', 'variant_id'])
    .distinct()
    .where('state', '=', 'free')
    .where('expires_at', '<=', at)
    .execute();
  for (const ref of stocks) {
    await inTransaction(db, async (tx) => {
      await changeFree(tx, ref, 0);
      const rows = await tx
        .updateTable('codes')
        .set({ state: 'expired' })
        .where('product_id', '=', ref.product_id)
        .where('variant_id', '=', ref.variant_id)
        .where('state', '=', 'free')
        .where('expires_at', '<=', at)
        .returning('id')
        .execute();
      const changed = rows.length > 0 && (await changeFree(tx, ref, -rows.length));
      if (changed) await announceLevel({ tx, now: at, person: { id: 0 } }, changed);
    });
  }
}
