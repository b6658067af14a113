import { rootAdminId } from '../../../contract/limits.ts';
import { localeTags, type Locale } from '../../../contract/locales.ts';
import { dayName, localOf, startOfDay } from '../../platform/base/calendar.ts';
import type { Services } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { asLocale, queueEmail, safeInSentence } from '../../platform/mail/email.ts';
import { moneyIn } from '../../platform/mail/notices.ts';
import { checkEveryMinute, recordDay, recordedDay } from '../../platform/scheduled.ts';
import { countWaiting, digestFigures, type DigestFigures } from './digest-figures.ts';
import type { Window } from './periods.ts';

/** When the digest is due, in ms after the first moment of Monday. */
const dueAfterMs = 8 * 3_600_000;

/** The name of the fact that holds the Monday on which the last digest was due. */
const digestFact = 'digest';

/** Sends root the digest of each week when it is due; one that was missed at most a week ago is sent after the start. */
export const startDigest = (services: Services): { stop(): Promise<void> } =>
  checkEveryMinute(services, { send: sendDigest, failed: 'the digest of the week cannot be sent' });

/**
 * Queues the e-mail with the figures of the last week and of the week before for root, once: the Monday is recorded in
 * the same transaction, also when several servers try. A shop whose root is newer than the week gets none.
 *
 * @internal Exported for tests, which send it at chosen times.
 */
export async function sendDigest(services: Services): Promise<void> {
  const now = services.now();
  const week = lastWeek(now, services.settings.timeZone);
  const root = await services.reader
    .selectFrom('users')
    .select(['name', 'email', 'locale'])
    .where('id', '=', rootAdminId)
    .where('is_active', '=', 1)
    .where('confirmed_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('created_at', '<', week.to)
    .executeTakeFirst();
  if (!root || (await recordedDay(services, digestFact)) >= week.monday) return;
  const figures = await digestFigures(services.reader, week, services.settings.timeZone);
  const waiting = await countWaiting(services.reader, now);
  const locale = asLocale(root.locale);
  const { timeZone, currency } = services.settings;
  const values = {
    name: safeInSentence(root.name),
    ...daysOf(week, locale, timeZone),
    ...figuresIn(locale, currency, { figures, waiting }),
  };
  const email = { kind: 'weekly_digest', recipient: root.email, locale, values } as const;
  await inTransaction(services.db, async (tx) => {
    if (!(await recordDay(tx, digestFact, week.monday))) return;
    await queueEmail(tx, { ...email, link: `${services.publicUrl()}/dashboard/admin` }, now);
  });
  services.mail.wake();
}

/** The week whose digest was due last and the week before, as two buckets. */
function lastWeek(now: number, timeZone: string): Window & { monday: string } {
  const today = localOf(now, timeZone);
  const weekday = new Date(Date.UTC(today.year, today.month - 1, today.day)).getUTCDay();
  const thisMonday = { ...today, day: today.day - ((weekday + 6) % 7) };
  const isDue = now >= startOfDay(thisMonday, timeZone) + dueAfterMs;
  const end = isDue ? thisMonday : { ...thisMonday, day: thisMonday.day - 7 };
  const before = (days: number) => startOfDay({ ...end, day: end.day - days }, timeZone);
  const buckets = [
    { name: 'before', from: before(14) },
    { name: 'week', from: before(7) },
  ];
  return { from: before(14), to: before(0), buckets, monday: dayName(localOf(before(0), timeZone)) };
}

function daysOf({ buckets, to }: Window, locale: Locale, timeZone: string): { from: string; to: string } {
  const format = new Intl.DateTimeFormat(localeTags[locale], { timeZone, dateStyle: 'long' });
  return { from: format.format(buckets[1]!.from), to: format.format(to - 1) };
}

/** Returns each figure of the week, and of the week before under the name `<figure>_before`. */
function figuresIn(
  locale: Locale,
  currency: string,
  { figures, waiting }: { figures: DigestFigures; waiting: number },
): Record<string, string> {
  const number = new Intl.NumberFormat(localeTags[locale]);
  const money = moneyIn(currency, locale);
  const written = Object.entries(figures).flatMap(([name, values]: [string, number[]]) =>
    [`${name}_before`, name].map((bucket, index) => {
      const value = values[index]!;
      return [bucket, name === 'total' || name === 'added' ? money(value) : number.format(value)] as const;
    }),
  );
  return { ...Object.fromEntries(written), waiting: number.format(waiting) };
}
