import { sql, type Kysely, type SelectQueryBuilder } from 'kysely';
import { topupWindow } from '../../../contract/sync-limits.ts';
import { topupSorts, type Direction } from '../../../contract/sorts.ts';
import { idsOf } from '../../platform/base/wire-values.ts';
import { matching } from '../../platform/database/matching.ts';
import {
  countRows,
  edgeColumns,
  partOf,
  readPage,
  type ListOrder,
  type ListPage,
} from '../../platform/database/pages.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { SortTerm, SortTerms } from '../../platform/database/sorting.ts';
import { mayDecide, type Viewer } from './policy.ts';
import { isVisibleTo, type TopupRecord } from './rows.ts';

type TopupSort = keyof typeof topupSorts;
type TopupQuery = SelectQueryBuilder<Database, 'topups', object>;

interface TopupPageRequest {
  search: string;
  page: number;
  per_page: number;
  cursor?: string | undefined;
  status?: string[] | undefined;
  method?: string[] | undefined;
  user?: string[] | undefined;
  /** Requests from this moment on, in ms since epoch. */
  from?: number | undefined;
  /** Requests before this moment, in ms since epoch. */
  to?: number | undefined;
  sort?: TopupSort | undefined;
  direction?: Direction | undefined;
}

const newestFirst: SortTerm = [sql.ref('topups.number'), 'desc'];

const terms: SortTerms<TopupSort> = {
  date: [newestFirst],
  amount: [[sql.ref('topups.amount_cents'), 'desc'], newestFirst],
};

/** One page of the requests that this user may see, newest first unless `sort` or `direction` is given. */
export async function pageOfTopups(
  db: Kysely<Database>,
  viewer: Viewer,
  request: TopupPageRequest,
): Promise<ListPage<TopupRecord>> {
  const { sort = 'date', direction } = request;
  const isReversed = direction !== undefined && direction !== topupSorts[sort];
  const order: ListOrder = {
    name: `topups ${sort} ${isReversed ? 'reversed' : 'usual'}`,
    terms: terms[sort],
    isReversed,
  };
  const found = filtered(visibleTopups(db, viewer), viewer, request);
  return readPage(order, request, {
    // A cast: a CHECK constraint restricts the status.
    read: (part, values) =>
      partOf(found.selectAll('topups').select(edgeColumns(order)), order, part, values).execute() as Promise<
        TopupRecord[]
      >,
    count: async (max) => Number((await countRows(db, found.select('topups.id'), max).executeTakeFirstOrThrow()).total),
  });
}

/** The requests that the filters select; that for users does not apply to a customer (S6-07). */
const filtered = (query: TopupQuery, viewer: Viewer, request: TopupPageRequest): TopupQuery => {
  const { search, status = [], method = [], user = [], from, to } = request;
  return query
    .where(matching('topups.search_text', search))
    .$if(status.length > 0, (some) => some.where('topups.status', 'in', status))
    .$if(method.length > 0, (some) => some.where('topups.method_id', 'in', idsOf(method)))
    .$if(user.length > 0 && mayDecide(viewer), (some) => some.where('topups.user_id', 'in', idsOf(user)))
    .$if(from !== undefined, (some) => some.where('topups.created_at', '>=', from!))
    .$if(to !== undefined, (some) => some.where('topups.created_at', '<', to!));
};

/** The requests of a first load: the newest ones, and all older ones that wait. */
interface TopupWindow {
  viewer: Viewer;
  /** The lowest number of the newest requests. */
  from: number;
}

/** Returns a user's window: it begins with the newest requests that the user's devices store. */
export async function topupWindowOf(db: Kysely<Database>, viewer: Viewer): Promise<TopupWindow> {
  const last = await visibleTopups(db, viewer)
    .select('topups.number')
    .orderBy('topups.number', 'desc')
    .limit(1)
    .offset((mayDecide(viewer) ? topupWindow.all : topupWindow.own) - 1)
    .executeTakeFirst();
  return { viewer, from: last?.number ?? 0 };
}

/** One page of the window's requests with numbers lower than `below`, newest first. */
export async function topupsBelow(
  db: Kysely<Database>,
  window: TopupWindow,
  { below, limit }: { below: number | null; limit: number },
): Promise<TopupRecord[]> {
  const rows = await inWindow(db, window)
    .selectAll('topups')
    .$if(below !== null, (some) => some.where('topups.number', '<', below!))
    .orderBy('topups.number', 'desc')
    .limit(limit)
    .execute();
  return rows as TopupRecord[];
}

export async function countTopups(db: Kysely<Database>, window: TopupWindow): Promise<number> {
  const { total } = await inWindow(db, window)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** The requests with these ids that the user may see. */
export async function visibleTopupsByIds(
  db: Kysely<Database>,
  viewer: Viewer,
  ids: readonly string[],
): Promise<TopupRecord[]> {
  const rows = await visibleTopups(db, viewer).selectAll('topups').where('topups.id', 'in', ids).execute();
  return rows as TopupRecord[];
}

const visibleTopups = (db: Kysely<Database>, viewer: Viewer): TopupQuery =>
  db.selectFrom('topups').where(isVisibleTo(viewer));

const inWindow = (db: Kysely<Database>, { viewer, from }: TopupWindow): TopupQuery =>
  visibleTopups(db, viewer).where((row) =>
    row.or([row('topups.number', '>=', from), row('topups.status', '=', 'waiting')]),
  );
