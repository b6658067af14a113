import { sql } from 'kysely';
import type { TopupLimits } from '../../../contract/shop.ts';
import { localOf, startOfDay } from '../../platform/base/calendar.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { toCents, toIsoTime } from '../../platform/base/wire-values.ts';
import { readShopSettings } from '../../platform/database/shop.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';

/**
 * Throws LIMIT_REACHED when the acting customer may not ask for this amount now. Refused and cancelled requests count for
 * their day, else the queue could be flooded. Lock the account first: two requests at once must not both be the last.
 */
export async function checkLimits(transaction: TransactionContext, cents: number): Promise<void> {
  const { tx, person, now, services } = transaction;
  const limits = (await readShopSettings(tx)).topup_limits;
  const { timeZone } = services.settings;
  const today = localOf(now, timeZone);
  const [from, until] = [startOfDay(today, timeZone), startOfDay({ ...today, day: today.day + 1 }, timeZone)];
  const isWaiting = sql`status = 'waiting'`;
  const isOfToday = sql`created_at >= ${from}`;
  const sums = await tx
    .selectFrom('topups')
    .select([
      sql<number>`coalesce(sum(case when ${isWaiting} then 1 else 0 end), 0)`.as('waiting'),
      sql<number>`coalesce(sum(case when ${isWaiting} then amount_cents else 0 end), 0)`.as('waitingCents'),
      sql<number>`coalesce(sum(case when ${isOfToday} then 1 else 0 end), 0)`.as('today'),
      sql<number>`coalesce(sum(case when ${isOfToday} then amount_cents else 0 end), 0)`.as('todayCents'),
    ])
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow();
  const { balance_cents } = await tx
    .selectFrom('users')
    .select('balance_cents')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  const { open_max, day_max, day_amount } = limits;
  const endOfDay = toIsoTime(until);
  if (Number(sums.waiting) >= open_max) throw limitReached('open', open_max, null);
  if (Number(sums.today) >= day_max) throw limitReached('day', day_max, endOfDay);
  if (day_amount !== null && Number(sums.todayCents) + cents > toCents(day_amount))
    throw limitReached('day_amount', day_amount, endOfDay);
  checkBalanceLimit(limits, balance_cents + Number(sums.waitingCents) + cents);
}

/** Throws LIMIT_REACHED when a balance would be larger than the shop allows. */
export function checkBalanceLimit({ balance_max }: TopupLimits, cents: number): void {
  if (balance_max !== null && cents > toCents(balance_max)) throw limitReached('balance', balance_max, null);
}

const limitReached = (limit: string, of: number, until: string | null): Refusal =>
  new Refusal('LIMIT_REACHED', { limit, of, until });
