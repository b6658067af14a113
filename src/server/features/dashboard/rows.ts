import type { Kysely, SelectQueryBuilder } from 'kysely';
import { openOrderStatuses } from '../../../contract/order-rules.ts';
import { endedStatuses } from '../../../contract/ticket-rules.ts';
import { can } from '../../../contract/permissions.ts';
import type { Person } from '../../platform/base/permissions.ts';
import type { Database } from '../../platform/database/schema.ts';

export async function countOpenOrders(db: Kysely<Database>, person: Person): Promise<number> {
  return count(
    db
      .selectFrom('orders')
      .where('deleted_at', 'is', null)
      .where('status', 'in', openOrderStatuses)
      .$if(!can(person.role, 'orders.read'), (query) => query.where('user_id', '=', person.id)),
  );
}

export async function countOpenTickets(db: Kysely<Database>, person: Person): Promise<number> {
  return count(
    db
      .selectFrom('tickets')
      .where('deleted_at', 'is', null)
      .where('status', 'not in', endedStatuses)
      .$if(!can(person.role, 'tickets.work'), (query) => query.where('user_id', '=', person.id)),
  );
}

export async function countUnreadNotifications(db: Kysely<Database>, person: Person): Promise<number> {
  return count(db.selectFrom('notifications').where('user_id', '=', person.id).where('read_at', 'is', null));
}

async function count<Table extends keyof Database>(
  query: SelectQueryBuilder<Database, Table, object>,
): Promise<number> {
  const { total } = await query.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return Number(total);
}
