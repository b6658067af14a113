import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import { alikeCauses, type AlikeCause, type TopupStatus } from '../../../contract/topup-rules.ts';
import type { Alike } from '../../../contract/topups.ts';
import type { Topups } from '../../platform/database/schema-topups.ts';
import type { Database } from '../../platform/database/schema.ts';

/** At most so many requests are named beside one. */
const alikeMax = 5;

/** A request that may be about the same payment, as it is stored. */
interface StoredAlike {
  id: string;
  cause: AlikeCause;
}

type Payment = Pick<
  Selectable<Topups>,
  'id' | 'user_id' | 'method_id' | 'amount_cents' | 'slip_number_key' | 'paid_on'
>;

/**
 * Finds the requests of all users, cancelled ones excepted, that may be about the same payment: those with the same file,
 * then those with the same number at the same method, then those of others with the same amount, method and day; the
 * newest first. The files of the request itself must be attached by then.
 */
export async function findAlike(tx: Transaction<Database>, payment: Payment): Promise<StoredAlike[]> {
  const { rows } = await sql<{ id: string; place: number }>`
    select t.id, min(found.place) as place from (
      select other.topup_id as id, 0 as place
        from topup_files own join files mine on mine.id = own.file_id
        join files theirs on theirs.digest = mine.digest join topup_files other on other.file_id = theirs.id
        where own.topup_id = ${payment.id}
      union all select id, 1 from topups where ${sameNumber(payment)}
      union all select id, 2 from topups
        where paid_on = ${payment.paid_on} and amount_cents = ${payment.amount_cents}
          and method_id = ${payment.method_id} and user_id <> ${payment.user_id}
    ) as found join topups t on t.id = found.id
    where t.id <> ${payment.id} and t.status <> 'cancelled'
    group by t.id, t.number order by place, t.number desc limit ${alikeMax}`.execute(tx);
  return rows.map(({ id, place }) => ({ id, cause: alikeCauses[Number(place)]! }));
}

const sameNumber = ({ slip_number_key, method_id }: Payment) =>
  sql`slip_number_key = ${slip_number_key} and method_id = ${method_id}`;

/** Adds a new request to what is stored of the waiting ones that are alike; returns those that were changed. */
export async function addToAlike(
  tx: Transaction<Database>,
  { id, alike }: { id: string; alike: readonly StoredAlike[] },
): Promise<{ id: string; user_id: number; rev: number }[]> {
  const changed = [];
  // In one order everywhere, which prevents deadlocks.
  for (const other of alike.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const row = await tx
      .updateTable('topups')
      .set((topup) => ({ rev: topup('rev', '+', 1) }))
      .where('id', '=', other.id)
      .where('status', '=', 'waiting')
      .returning(['id', 'user_id', 'rev', 'alike'])
      .executeTakeFirst();
    if (!row) continue;
    const all = [{ id, cause: other.cause }, ...parseAlike(row)].toSorted(
      (a, b) => alikeCauses.indexOf(a.cause) - alikeCauses.indexOf(b.cause),
    );
    const stored = JSON.stringify(all.slice(0, alikeMax));
    await tx.updateTable('topups').set({ alike: stored }).where('id', '=', row.id).execute();
    changed.push({ id: row.id, user_id: row.user_id, rev: row.rev });
  }
  return changed;
}

/**
 * The ids of the requests with the same file or number, whatever their status: an approval locks them, so that of two
 * that are approved at the same time the second one sees the first.
 */
export async function twinIds(tx: Transaction<Database>, payment: Payment): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct id from (
      select other.topup_id as id
        from topup_files own join files mine on mine.id = own.file_id
        join files theirs on theirs.digest = mine.digest join topup_files other on other.file_id = theirs.id
        where own.topup_id = ${payment.id}
      union all select id from topups where ${sameNumber(payment)}
    ) as found where id <> ${payment.id}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Returns which of the requests with the same file or number are approved, as admins see them. */
export async function approvedTwins(
  tx: Transaction<Database>,
  payment: Payment,
  twins: readonly string[],
): Promise<Alike[]> {
  if (twins.length === 0) return [];
  const rows = await tx
    .selectFrom('topups')
    .select(['id', 'number', 'user_name', 'slip_number_key', 'method_id'])
    .where('id', 'in', twins)
    .where('status', '=', 'approved')
    .orderBy('number', 'desc')
    .limit(alikeMax)
    .execute();
  return rows.map(({ id, number, user_name, ...row }) => {
    const hasNumber = row.slip_number_key === payment.slip_number_key && row.method_id === payment.method_id;
    const cause = payment.slip_number_key !== null && hasNumber ? 'number' : 'file';
    return { id, number, user_name, status: 'approved', cause };
  });
}

/** The requests that are named beside these ones, by the id of the request, with their current status. */
export async function alikeByTopup(
  db: Kysely<Database>,
  topups: readonly Pick<Selectable<Topups>, 'id' | 'alike'>[],
): Promise<ReadonlyMap<string, Alike[]>> {
  const ids = new Set(topups.flatMap((topup) => parseAlike(topup).map(({ id }) => id)));
  if (ids.size === 0) return new Map();
  const rows = await db
    .selectFrom('topups')
    .select(['id', 'number', 'user_name', 'status'])
    .where('id', 'in', [...ids])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, { ...row, status: row.status as TopupStatus }]));
  return new Map(
    topups.map((topup) => [
      topup.id,
      parseAlike(topup).flatMap(({ id, cause }) => {
        const row = byId.get(id);
        return row ? [{ ...row, cause }] : [];
      }),
    ]),
  );
}

/** The stored requests that are alike. */
const parseAlike = ({ alike }: Pick<Selectable<Topups>, 'alike'>): StoredAlike[] => JSON.parse(alike) as StoredAlike[];
