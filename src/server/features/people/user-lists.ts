import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { listLatestUsers } from '../../../contract/dashboard.ts';
import type { listUsers, readUser } from '../../../contract/people.ts';
import { allow } from '../../platform/allowed.ts';
import type { SignedIn } from '../../platform/context.ts';
import { matchingOrId } from '../../platform/database/matching.ts';
import { offsetOf, pageMeta } from '../../platform/paging.ts';
import { findUser, toUser, usersWithOrders } from '../../platform/users.ts';

/** Users of the dashboard's list of the newest. */
const latest = 5;

/** One page of users, newest first, or with `all=true` everybody on one page. */
export async function userPage(
  ctx: SignedIn,
  input: ParsedInputOf<typeof listUsers>,
): Promise<OutputOf<typeof listUsers>> {
  const found = usersWithOrders(ctx.means.reader).where(matchingOrId('users.search_text', 'users.id', input.search));
  const { total } = await found
    .clearSelect()
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const everybody = ['true', '1'].includes(input.all ?? '');
  const asked = everybody ? { page: 1, per_page: Math.max(1, total) } : input;
  const rows = await found.orderBy('users.id', 'desc').limit(asked.per_page).offset(offsetOf(asked)).execute();
  return { code: 'SUCCESS', data: { data: rows.map(toUser), ...pageMeta(ctx.url, asked, total) } };
}

/** One user; a deleted one is as if never there. */
export async function showUser(
  ctx: SignedIn,
  input: ParsedInputOf<typeof readUser>,
): Promise<OutputOf<typeof readUser>> {
  const user = allow(await findUser(ctx.means.reader, input.id), () => true);
  return { code: 'SUCCESS', user };
}

/** The users who joined last. */
export async function latestUsers(ctx: SignedIn): Promise<OutputOf<typeof listLatestUsers>> {
  const rows = await usersWithOrders(ctx.means.reader).orderBy('users.id', 'desc').limit(latest).execute();
  return { code: 'SUCCESS', data: rows.map(toUser) };
}
