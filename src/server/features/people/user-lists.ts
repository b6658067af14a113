import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { listLatestUsers } from '../../../contract/dashboard.ts';
import type { listUsers, readUser } from '../../../contract/people.ts';
import { allow } from '../../platform/base/permissions.ts';
import type { SignedIn } from '../../platform/context.ts';
import { matchingOrId } from '../../platform/database/matching.ts';
import { offsetOf, pageMeta } from '../../platform/base/paging.ts';
import { sortedBy, type Sortable, type SortTerm, type SortTerms } from '../../platform/database/sorting.ts';
import { findUser, toUser, usersWithOrderCount } from '../../shared/users.ts';
import { userSorts } from '../../../contract/sorts.ts';
import { sql } from 'kysely';

/** Number of users in the dashboard's list of the newest users. */
const latestCount = 5;

const newestFirst: SortTerm = [sql.ref('users.id'), 'desc'];

const sorts: SortTerms<keyof typeof userSorts> = {
  joined: [newestFirst],
  name: [[sql.ref('users.sort_key'), 'asc'], newestFirst],
  balance: [[sql.ref('users.balance_cents'), 'desc'], newestFirst],
};

/** One page of users, newest first unless `sort` or `direction` is given, or with `all=true` all of them on one page. */
export async function userPage(
  ctx: SignedIn,
  input: ParsedInputOf<typeof listUsers>,
): Promise<OutputOf<typeof listUsers>> {
  const { reader } = ctx.services;
  const query = reader
    .selectFrom('users')
    .where('users.deleted_at', 'is', null)
    .where(matchingOrId('users.search_text', 'users.id', input.search));
  const { total } = await query.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const isAll = ['true', '1'].includes(input.all ?? '');
  const request = isAll ? { page: 1, per_page: Math.max(1, total) } : input;
  const { sort = 'joined', direction = userSorts[sort] } = input;
  const inOrder = <Query extends Sortable>(some: Query) => sortedBy(some, sorts[sort], direction !== userSorts[sort]);
  // The orders of the users on the page are counted, and not those of all users that match.
  const onPage = inOrder(query.select('users.id')).limit(request.per_page).offset(offsetOf(request));
  const rows = await inOrder(usersWithOrderCount(reader).where('users.id', 'in', onPage)).execute();
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
