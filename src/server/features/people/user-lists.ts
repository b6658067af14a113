import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { listLatestUsers } from '../../../contract/dashboard.ts';
import type { listUsers, readUser } from '../../../contract/people.ts';
import { allow } from '../../platform/base/permissions.ts';
import type { SignedIn } from '../../platform/context.ts';
import { matchingOrId } from '../../platform/database/matching.ts';
import { offsetOf, pageMeta } from '../../platform/base/paging.ts';
import { findUser, toUser, usersWithOrderCount } from '../../shared/users.ts';

/** Number of users in the dashboard's list of the newest users. */
const latestCount = 5;

/** One page of users, newest first, or with `all=true` all of them on one page. */
export async function userPage(
  ctx: SignedIn,
  input: ParsedInputOf<typeof listUsers>,
): Promise<OutputOf<typeof listUsers>> {
  const query = usersWithOrderCount(ctx.services.reader).where(
    matchingOrId('users.search_text', 'users.id', input.search),
  );
  const { total } = await query
    .clearSelect()
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const isAll = ['true', '1'].includes(input.all ?? '');
  const request = isAll ? { page: 1, per_page: Math.max(1, total) } : input;
  const rows = await query.orderBy('users.id', 'desc').limit(request.per_page).offset(offsetOf(request)).execute();
  return { code: 'SUCCESS', data: { data: rows.map(toUser), ...pageMeta(ctx.url, request, total) } };
}

/** One user. Throws NOT_FOUND for a deleted one. */
export async function showUser(
  ctx: SignedIn,
  input: ParsedInputOf<typeof readUser>,
): Promise<OutputOf<typeof readUser>> {
  const user = allow(await findUser(ctx.services.reader, input.id), () => true);
  return { code: 'SUCCESS', user };
}

/** The newest users. */
export async function latestUsers(ctx: SignedIn): Promise<OutputOf<typeof listLatestUsers>> {
  const rows = await usersWithOrderCount(ctx.services.reader).orderBy('users.id', 'desc').limit(latestCount).execute();
  return { code: 'SUCCESS', data: rows.map(toUser) };
}
