import type { Kysely, Selectable } from 'kysely';
import type * as endpoints from '../../../contract/codes.ts';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { can } from '../../../contract/permissions.ts';
import type { CodeState } from '../../../contract/stock-rules.ts';
import { allow, type Allowed, type Person } from '../../platform/base/permissions.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { toIsoTime, toIsoTimeOrNull } from '../../platform/base/wire-values.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { Database, Orders } from '../../platform/database/schema.ts';
import { neverExpires } from '../../shared/codes.ts';

type OrderOfCodes = Pick<Selectable<Orders>, 'id' | 'user_id' | 'status' | 'deleted_at'>;

/**
 * Returns an order that the user may see; with `lock`, it stays locked until the end of the transaction. Throws NOT_FOUND,
 * and GONE for a deleted one.
 */
export async function visibleOrder(
  db: Kysely<Database>,
  id: number,
  person: Pick<Person, 'id' | 'role'>,
  { lock = false } = {},
): Promise<Allowed<OrderOfCodes>> {
  const columns = ['id', 'user_id', 'status', 'deleted_at'] as const;
  const found = lock
    ? await db
        .updateTable('orders')
        .set((order) => ({ rev: order.ref('rev') }))
        .where('id', '=', id)
        .returning(columns)
        .executeTakeFirst()
    : await db.selectFrom('orders').select(columns).where('id', '=', id).executeTakeFirst();
  const order = allow(found, ({ user_id }) => user_id === person.id || can(person.role, 'orders.read'));
  if (order.deleted_at !== null) throw new Refusal('GONE');
  return order;
}

/** The codes of an order without their texts, oldest first. */
export async function orderCodes(
  ctx: SignedIn,
  { id }: ParsedInputOf<typeof endpoints.listOrderCodes>,
): Promise<OutputOf<typeof endpoints.listOrderCodes>> {
  const { reader } = ctx.services;
  await visibleOrder(reader, id, ctx.person);
  const rows = await reader
    .selectFrom('codes')
    .select(['uid', 'state', 'expires_at', 'revealed_at', 'revealed_by_name'])
    .where('order_item_id', 'in', (items) => items.selectFrom('order_items').select('id').where('order_id', '=', id))
    .orderBy('id')
    .execute();
  return {
    code: 'SUCCESS',
    codes: rows.map((row) => ({
      id: row.uid,
      state: row.state as CodeState, // restricted by a CHECK constraint
      expires_at: row.expires_at === neverExpires ? null : toIsoTime(row.expires_at),
      opened_by: row.revealed_by_name,
      opened_at: toIsoTimeOrNull(row.revealed_at),
    })),
  };
}
