import { roleIds } from '../../../contract/limits.ts';
import { dayName, localOf, startOfDay } from '../../platform/base/calendar.ts';
import type { Services } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { queueNotice } from '../../platform/mail/notices.ts';
import { checkEveryMinute, recordDay, recordedDay } from '../../platform/scheduled.ts';

const hourMs = 3_600_000;
/** When the reminder is due, in ms after the first moment of a day. */
const dueAfterMs = 9 * hourMs;
/** How long a request has waited at that time before admins are reminded. */
const patienceMs = 24 * hourMs;

/** The name of the fact that holds the day on which the last reminder was due. */
const reminderFact = 'topup_reminder';

/** Reminds the admins once a day of top-up requests that wait for more than 24 hours. */
export const startReminder = (services: Services): { stop(): Promise<void> } =>
  checkEveryMinute(services, { send: sendReminder, failed: 'the reminder of top-up requests cannot be sent' });

/**
 * Queues an e-mail about the waiting requests for all admins, at most once a day: the day is recorded in the same
 * transaction, also when several servers try.
 *
 * @internal Exported for tests, which send it at chosen times.
 */
export async function sendReminder(services: Services): Promise<void> {
  const now = services.now();
  const { timeZone } = services.settings;
  const today = localOf(now, timeZone);
  const due = startOfDay(today, timeZone) + dueAfterMs;
  const day = dayName(today);
  if (now < due || (await recordedDay(services, reminderFact)) >= day) return;
  const { count, oldest } = await services.reader
    .selectFrom('topups')
    .select((row) => [row.fn.countAll<number>().as('count'), row.fn.min<number | null>('created_at').as('oldest')])
    .where('status', '=', 'waiting')
    .where('created_at', '<', due - patienceMs)
    .executeTakeFirstOrThrow();
  if (oldest === null) return;
  const hours = Math.floor((now - Number(oldest)) / hourMs);
  await inTransaction(services.db, async (tx) => {
    if (!(await recordDay(tx, reminderFact, day))) return;
    const admins = await tx
      .selectFrom('users')
      .select('id')
      .where('role_id', '=', roleIds.admin)
      .where('is_active', '=', 1)
      .execute();
    for (const { id } of admins)
      await queueNotice({ tx, now, services }, id, { kind: 'topup.waiting', count: Number(count), hours });
  });
  services.mail.wake();
}
