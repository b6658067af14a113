import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { listLatestUsers } from '../../../contract/dashboard.ts';
import type { listUsers, readUser } from '../../../contract/people.ts';
import { allow } from '../../platform/base/permissions.ts';
import type { SignedIn } from '../../platform/context.ts';
import { matchingOrId } from '../../platform/database/matching.ts';
import { readSearchedPage } from '../../platform/database/searched-pages.ts';
import { textSearch } from '../../platform/database/text-search.ts';
import { cursorPageMeta, pageMeta } from '../../platform/base/paging.ts';
import { sortedBy, type SortTerm, type SortTerms } from '../../platform/database/sorting.ts';
import { findUser, toUser, usersWithOrderCount } from '../../shared/users.ts';
import { userSorts } from '../../../contract/sorts.ts';
import { sql, type Kysely } from 'kysely';
import type { User } from '../../../contract/people.ts';
import type { Database } from '../../platform/database/schema.ts';

/** Number of users in the dashboard's list of the newest users. */
const latestCount = 5;

const newestFirst: SortTerm = [sql.ref('users.id'), 'desc'];

const sorts: SortTerms<keyof typeof userSorts> = {
  joined: [newestFirst],
  name: [[sql.ref('users.sort_key'), 'asc', 'text'], newestFirst],
  balance: [[sql.ref('users.balance_cents'), 'desc'], newestFirst],
};

/** One page of users, newest first unless `sort` or `direction` is given, or with `all=true` all of them on one page. */
export async function userPage(
  ctx: SignedIn,
  input: ParsedInputOf<typeof listUsers>,
): Promise<OutputOf<typeof listUsers>> {
  const { reader } = ctx.services;
  const { sort = 'joined', direction = userSorts[sort] } = input;
  const isReversed = direction !== userSorts[sort];
  const order = { name: `users ${sort} ${isReversed ? 'reversed' : 'usual'}`, terms: sorts[sort], isReversed };
  const query = reader.selectFrom('users').where('users.deleted_at', 'is', null);
  if (['true', '1'].includes(input.all ?? '')) {
    const rows = await sortedBy(
      usersWithOrderCount(reader).where(
        'users.id',
        'in',
        query.where(matchingOrId('users.search_text', 'users.id', input.search)).select('users.id'),
      ),
      order.terms,
      isReversed,
    ).execute();
    const paging = { page: 1, per_page: Math.max(1, rows.length) };
    return { code: 'SUCCESS', data: { data: rows.map(toUser), ...pageMeta(ctx.url, paging, rows.length) } };
  }
  const page = await readSearchedPage(reader, order, input, {
    search: textSearch(reader, 'users', { search: input.search, isOfAll: true }),
    query,
    isUnfiltered: true,
    select: (found) => found.select('users.id'),
  });
  const data = await usersByIds(
    reader,
    page.rows.map(({ id }) => id),
  );
  return { code: 'SUCCESS', data: { data, ...cursorPageMeta(ctx.url, input, page) } };
}

/** The users with these ids, in their order. The orders of these are counted, and not those of all that match. */
async function usersByIds(db: Kysely<Database>, ids: readonly number[]): Promise<User[]> {
  if (ids.length === 0) return [];
  const rows = await usersWithOrderCount(db).where('users.id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, toUser(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
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
