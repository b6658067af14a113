import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { OrderStatus } from '../../../contract/orders.ts';
import { endedStatuses } from '../../../contract/tickets.ts';
import type { Person } from '../../platform/context.ts';
import type { Database } from '../../platform/database/schema.ts';

const unfinished: readonly OrderStatus[] = ['new', 'processing'];

export async function openOrders(db: Kysely<Database>, person: Person): Promise<number> {
  return count(
    db
      .selectFrom('orders')
      .where('deleted_at', 'is', null)
      .where('status', 'in', unfinished)
      .$if(person.role !== 'admin', (query) => query.where('user_id', '=', person.id)),
  );
}

export async function openTickets(db: Kysely<Database>, person: Person): Promise<number> {
  return count(
    db
      .selectFrom('tickets')
      .where('deleted_at', 'is', null)
      .where('status', 'not in', endedStatuses)
      .$if(person.role !== 'admin', (query) => query.where('user_id', '=', person.id)),
  );
}

export async function unreadNotifications(db: Kysely<Database>, person: Person): Promise<number> {
  return count(db.selectFrom('notifications').where('user_id', '=', person.id).where('read_at', 'is', null));
}

async function count<Table extends keyof Database>(
  query: SelectQueryBuilder<Database, Table, object>,
): Promise<number> {
  const { total } = await query.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return Number(total);
}
