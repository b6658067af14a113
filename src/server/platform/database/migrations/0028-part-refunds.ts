import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnsOf, index, type Columns, type Kind } from './columns.ts';

/**
 * Adds the parts of an order's price that were returned (D-25): their sum to the order, their number to each row of the
 * ledger. No row is rewritten: all earlier ones have the part 0, a whole charge or return.
 *
 * Makes the database refuse a change between a charged and a returned status that does not leave the ledger of such an
 * order with what the new status means: a server of an older version knows no parts, so it would take one for the return
 * of the order, and would charge the whole price again.
 */
export const partRefunds = (kind: Kind): Migration => ({
  async up(db) {
    const columns = columnsOf(db, kind);
    await addColumns(columns);
    await replaceIndexes(columns);
    for (const statement of kind === 'sqlite' ? sqliteTrigger : postgresTrigger) await sql.raw(statement).execute(db);
  },
});

async function addColumns({ db, number }: Columns): Promise<void> {
  await db.schema
    .alterTable('orders')
    .addColumn('refunded_cents', number, (column) =>
      column
        .notNull()
        .defaultTo(0)
        .check(sql`refunded_cents >= 0 and refunded_cents <= total_cents`),
    )
    .execute();
  await db.schema
    .alterTable('ledger')
    .addColumn('part', number, (column) =>
      column
        .notNull()
        .defaultTo(0)
        .check(sql`part = 0 or (part > 0 and kind = 'return' and amount_cents > 0)`),
    )
    .execute();
}

async function replaceIndexes({ db }: Columns): Promise<void> {
  await db.schema.dropIndex('ledger_order').execute();
  await index(db, 'ledger_order', {
    table: 'ledger',
    columns: ['order_id', 'kind', 'cycle', 'part'],
    unique: true,
    where: 'order_id is not null',
  });
  await db.schema.dropIndex('orders_earned').execute();
  await index(db, 'orders_earned', {
    table: 'orders',
    columns: ['created_at', 'status', 'total_cents', 'cost_cents', 'refunded_cents'],
    where: 'deleted_at is null',
  });
}

const isReturned = (row: 'old' | 'new') => `${row}.status in ('refunded', 'canceled')`;
const movesMoney = `new.refunded_cents > 0 and (${isReturned('old')}) <> (${isReturned('new')})`;
const isMovedWrong = `(select coalesce(sum(amount_cents), 0) from ledger where order_id = new.id)
  <> (case when ${isReturned('new')} then 0 else new.refunded_cents - new.total_cents end)`;
const message = 'an order with a part refund changes its status together with the rest of its price';

const sqliteTrigger = [
  `create trigger orders_moved_with_parts before update of status on orders
    when ${movesMoney} and ${isMovedWrong}
    begin select raise(abort, '${message}'); end`,
];

const postgresTrigger = [
  // Replaced, because `seed --fresh` of a version before leaves it there.
  `create or replace function orders_moved_with_parts() returns trigger language plpgsql as $$
    begin
      if ${isMovedWrong} then raise exception '${message}'; end if;
      return new;
    end $$`,
  `create trigger orders_moved_with_parts before update of status on orders
    for each row when (${movesMoney}) execute function orders_moved_with_parts()`,
];
