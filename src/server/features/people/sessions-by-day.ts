import type { Kysely } from 'kysely';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { listUserSessions, readUserSessionDay } from '../../../contract/people.ts';
import { allow } from '../../platform/allowed.ts';
import { bucketOf, dayName, localOf, parseDay, startOfDay, type Bucket } from '../../platform/calendar.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { Database } from '../../platform/database/schema.ts';
import { Refusal } from '../../platform/refusal.ts';
import { findUser, mayReadActivity } from '../../platform/users.ts';
import { toWhen, toWhenOrNull } from '../../platform/when.ts';

/** Days that are looked back at: as long as sessions are kept. */
const daysKept = 120;

type SessionDay = OutputOf<typeof readUserSessionDay>['day'];

/** How often somebody signed in, and each day with sessions or actions, the newest first. */
export async function sessionDays(
  ctx: SignedIn,
  input: ParsedInputOf<typeof listUserSessions>,
): Promise<OutputOf<typeof listUserSessions>> {
  const { reader, settings, now } = ctx.means;
  const user = allow(await findUser(reader, input.id), mayReadActivity(ctx.person), 'FORBIDDEN');
  const today = localOf(now(), settings.timeZone);
  const buckets = Array.from({ length: daysKept }, (_, index) =>
    dayFrom({ ...today, day: today.day - daysKept + 1 + index }, settings.timeZone),
  );
  const end = startOfDay({ ...today, day: today.day + 1 }, settings.timeZone);
  const days = await countDays(reader, user.id, { buckets, end });
  const lived = days.filter((day) => day.sessions > 0 || day.actions > 0).toReversed();
  return { code: 'SUCCESS', login_times: user.login_times, last_login_at: user.last_login_at, days: lived };
}

/** One day of somebody, and the sessions that began on it. */
export async function sessionDay(
  ctx: SignedIn,
  input: ParsedInputOf<typeof readUserSessionDay>,
): Promise<OutputOf<typeof readUserSessionDay>> {
  const { reader, settings } = ctx.means;
  const user = allow(await findUser(reader, input.id), mayReadActivity(ctx.person), 'FORBIDDEN');
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
  const shown = sessions.map(({ created_at, used_at, ...session }) => ({
    ...session,
    created_at: toWhen(created_at),
    used_at: toWhen(used_at),
  }));
  return { code: 'SUCCESS', day: day!, sessions: shown };
}

function dayFrom(date: { year: number; month: number; day: number }, timeZone: string): Bucket {
  const real = new Date(Date.UTC(date.year, date.month - 1, date.day));
  const name = dayName({ year: real.getUTCFullYear(), month: real.getUTCMonth() + 1, day: real.getUTCDate() });
  return { name, from: startOfDay(date, timeZone) };
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
    const acted = actions.find((row) => row.bucket === index);
    return {
      day,
      sessions: sessions.find((row) => row.bucket === index)?.count ?? 0,
      actions: acted?.count ?? 0,
      first_action_at: toWhenOrNull(acted?.first ?? null),
      last_action_at: toWhenOrNull(acted?.last ?? null),
    };
  });
}
