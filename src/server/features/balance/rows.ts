import type { Kysely, Selectable, SelectQueryBuilder } from 'kysely';
import type { AccountRow, LedgerKind, LedgerRow } from '../../../contract/balance.ts';
import { roleOf } from '../../../contract/permissions.ts';
import type { Database, Ledger } from '../../platform/database/schema.ts';
import { toEuros, toIsoTime } from '../../platform/base/wire-values.ts';

export async function accountOf(db: Kysely<Database>, userId: number): Promise<AccountRow> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role_id', 'balance_cents', 'rev'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    role: roleOf(user),
    balance: toEuros(user.balance_cents),
    rev: user.rev,
  };
}

/** Which rows of a user's ledger are wanted; all by default. */
interface LedgerFilter {
  /** Kinds; none for all. */
  kinds?: readonly string[] | undefined;
  /** Rows from this moment on, in ms since epoch. */
  from?: number | undefined;
  /** Rows before this moment, in ms since epoch. */
  to?: number | undefined;
}

/** Ledger rows of a user, newest first: those with these ids, or a page of the newest. */
export async function ledgerOf(
  db: Kysely<Database>,
  userId: number,
  selection: { ids: number[] } | { newest: number; skip?: number; filter?: LedgerFilter },
): Promise<LedgerRow[]> {
  const query = db.selectFrom('ledger').selectAll().where('user_id', '=', userId).orderBy('id', 'desc');
  const rows = await (
    'ids' in selection
      ? query.where('id', 'in', selection.ids)
      : filtered(query, selection.filter)
          .limit(selection.newest)
          .offset(selection.skip ?? 0)
  ).execute();
  return rows.map(toLedgerRow);
}

const filtered = <Row>(
  query: SelectQueryBuilder<Database, 'ledger', Row>,
  { kinds = [], from, to }: LedgerFilter = {},
): SelectQueryBuilder<Database, 'ledger', Row> =>
  query
    .$if(kinds.length > 0, (some) => some.where('kind', 'in', kinds))
    .$if(from !== undefined, (some) => some.where('created_at', '>=', from!))
    .$if(to !== undefined, (some) => some.where('created_at', '<', to!));

/** The names of the acting users, by the id of the ledger row. */
export async function namesOfActors(db: Kysely<Database>, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('ledger')
    .innerJoin('users', 'users.id', 'ledger.actor_id')
    .select(['ledger.id', 'users.name'])
    .where('ledger.id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The number of ledger rows of a user that match the filter, at most `max`. */
export async function countLedger(
  db: Kysely<Database>,
  userId: number,
  { max = Number.MAX_SAFE_INTEGER, filter }: { max?: number; filter?: LedgerFilter } = {},
): Promise<number> {
  const rows = db.selectFrom('ledger').select('id').where('user_id', '=', userId);
  const window = filtered(rows, filter).limit(max);
  const { count } = await db
    .selectFrom(window.as('window'))
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

const toLedgerRow = (row: Selectable<Ledger>): LedgerRow => ({
  id: row.id,
  kind: row.kind as LedgerKind, // only ledger.ts writes it
  amount: toEuros(row.amount_cents),
  balance_before: toEuros(row.before_cents),
  balance_after: toEuros(row.after_cents),
  order_id: row.order_id,
  ...(row.topup_id !== null && { topup_id: row.topup_id }),
  note: row.note,
  created_at: toIsoTime(row.created_at),
  currency: row.currency,
  hash: row.hash,
  rev: 1,
});
