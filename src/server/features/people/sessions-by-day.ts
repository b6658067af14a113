import type { Kysely } from 'kysely';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { listUserSessions, readUserSessionDay } from '../../../contract/people.ts';
import { allow } from '../../platform/base/permissions.ts';
import { bucketOf, dayName, localOf, parseDay, startOfDay, type Bucket } from '../../platform/base/calendar.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { Database } from '../../platform/database/schema.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { findUser, mayReadActivity } from '../../shared/users.ts';
import { toIsoTime, toIsoTimeOrNull } from '../../platform/base/wire-values.ts';

/** Number of days in the history; sessions are kept as long. */
const daysKept = 120;

type SessionDay = OutputOf<typeof readUserSessionDay>['day'];

/** A user's number of sign-ins, and each day with sessions or actions, the newest first. */
export async function sessionDays(
  ctx: SignedIn,
  input: ParsedInputOf<typeof listUserSessions>,
): Promise<OutputOf<typeof listUserSessions>> {
  const { reader, settings, now } = ctx.services;
  const user = allow(await findUser(reader, input.id), mayReadActivity(ctx.person), { otherwise: 'FORBIDDEN' });
  const today = localOf(now(), settings.timeZone);
  const buckets = Array.from({ length: daysKept }, (_, index) =>
    dayFrom({ ...today, day: today.day - daysKept + 1 + index }, settings.timeZone),
  );
  const end = startOfDay({ ...today, day: today.day + 1 }, settings.timeZone);
  const days = await countDays(reader, user.id, { buckets, end });
  const activeDays = days.filter((day) => day.sessions > 0 || day.actions > 0).toReversed();
  return { code: 'SUCCESS', login_times: user.login_times, last_login_at: user.last_login_at, days: activeDays };
}

/** One day of a user, and the sessions that began on it. */
export async function sessionDay(
  ctx: SignedIn,
  input: ParsedInputOf<typeof readUserSessionDay>,
): Promise<OutputOf<typeof readUserSessionDay>> {
  const { reader, settings } = ctx.services;
  const user = allow(await findUser(reader, input.id), mayReadActivity(ctx.person), { otherwise: 'FORBIDDEN' });
  const date = parseDay(input.day);
  if (!date) throw new Refusal('NOT_FOUND');
  const bucket = dayFrom(date, settings.timeZone);
  const end = startOfDay({ ...date, day: date.day + 1 }, settings.timeZone);
  const [day] = await countDays(reader, user.id, { buckets: [bucket], end });
  const sessions = await reader
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'used_at'])
    .where('user_id', '=', user.id)
    .where('created_at', '>=', bucket.from)
    .where('created_at', '<', end)
    .orderBy('id', 'desc')
    .execute();
  const publicSessions = sessions.map(({ created_at, used_at, ...session }) => ({
    ...session,
    created_at: toIsoTime(created_at),
    used_at: toIsoTime(used_at),
  }));
  return { code: 'SUCCESS', day: day!, sessions: publicSessions };
}

/** Returns the bucket of a day. `day` may be outside the month: day 0 is the last day of the month before. */
function dayFrom(wanted: { year: number; month: number; day: number }, timeZone: string): Bucket {
  const date = new Date(Date.UTC(wanted.year, wanted.month - 1, wanted.day));
  const name = dayName({ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() });
  return { name, from: startOfDay(wanted, timeZone) };
}

async function countDays(
  db: Kysely<Database>,
  userId: number,
  { buckets, end }: { buckets: Bucket[]; end: number },
): Promise<SessionDay[]> {
  const from = buckets[0]!.from;
  const sessions = await db
    .selectFrom('sessions')
    .select((row) => [bucketOf('created_at', buckets).as('bucket'), row.fn.countAll<number>().as('count')])
    .where('user_id', '=', userId)
    .where('created_at', '>=', from)
    .where('created_at', '<', end)
    .groupBy('bucket')
    .execute();
  const actions = await db
    .selectFrom('audit')
    .select((row) => [
      bucketOf('created_at', buckets).as('bucket'),
      row.fn.countAll<number>().as('count'),
      row.fn.min('created_at').as('first'),
      row.fn.max('created_at').as('last'),
    ])
    .where('actor_id', '=', userId)
    .where('created_at', '>=', from)
    .where('created_at', '<', end)
    .groupBy('bucket')
    .execute();
  return buckets.map(({ name: day }, index) => {
    const dayActions = actions.find((row) => row.bucket === index);
    return {
      day,
      sessions: sessions.find((row) => row.bucket === index)?.count ?? 0,
      actions: dayActions?.count ?? 0,
      first_action_at: toIsoTimeOrNull(dayActions?.first ?? null),
      last_action_at: toIsoTimeOrNull(dayActions?.last ?? null),
    };
  });
}
