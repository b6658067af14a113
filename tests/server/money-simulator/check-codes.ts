import type { Kysely } from 'kysely';
import { returnedStatuses } from '../../../src/contract/order-rules.ts';
import type { OrderStatus } from '../../../src/contract/orders.ts';
import type { Database } from '../../../src/server/platform/database/schema.ts';
import type { Intent, MoneyFaultKind, OpenedCode } from './story.ts';

type Report = (kind: MoneyFaultKind, detail: string) => void;

/**
 * Checks that each charged order has its codes, faulty ones replaced, and others keep only opened ones, that no two orders get one code, and that
 * no order is refused while there are codes.
 */
export async function checkCodes(
  db: Kysely<Database>,
  { intents, opened }: { intents: readonly Intent[]; opened: readonly OpenedCode[] },
  report: Report,
): Promise<void> {
  const orders = await db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select(['orders.id', 'orders.status', 'order_items.id as item_id', 'order_items.quantity'])
    .where('has_codes', '=', 1)
    .execute();
  const codes = await db.selectFrom('codes').select(['uid', 'state', 'order_item_id']).execute();
  const ofItem = Map.groupBy(codes, ({ order_item_id }) => order_item_id);
  for (const order of orders) checkOrder(order, ofItem.get(order.item_id) ?? [], report);
  checkOpened(new Map(orders.map(({ id, item_id }) => [item_id, id])), { codes, opened }, report);
  for (const { code, free, quantity = 1, key } of intents)
    if (code === 'OUT_OF_STOCK' && free !== undefined && free >= quantity)
      report('refused with stock', `${key}: ${free} of ${quantity}`);
}

/** Checks that an order has its codes while it is charged, and else only those that were opened. */
function checkOrder(
  { id, status, quantity }: { id: number; status: string; quantity: number },
  codes: readonly { state: string }[],
  report: Report,
): void {
  const valid = codes.filter(({ state }) => state !== 'faulty');
  if (!returnedStatuses.includes(status as OrderStatus)) {
    if (valid.length !== quantity) report('charged without its codes', `order ${id}: ${valid.length} of ${quantity}`);
  } else if (valid.some(({ state }) => state !== 'shown'))
    report('codes without a charge', `order ${id}: ${codes.map(({ state }) => state).join()}`);
}

/** Checks that a code whose text a customer has seen belongs to that customer's order for ever. */
function checkOpened(
  orderOfItem: ReadonlyMap<number, number>,
  { codes, opened }: { codes: { uid: string; order_item_id: number | null }[]; opened: readonly OpenedCode[] },
  report: Report,
): void {
  for (const [code, seen] of Map.groupBy(opened, (one) => one.code)) {
    const orderIds = new Set(seen.map(({ orderId }) => orderId));
    if (orderIds.size > 1) report('one code to two orders', `${code}: ${[...orderIds].join()}`);
  }
  const holders = new Map(codes.map(({ uid, order_item_id }) => [uid, orderOfItem.get(order_item_id ?? 0)]));
  for (const { id, orderId } of opened)
    if (holders.get(id) !== orderId)
      report('opened code sold again', `${id}: opened for ${orderId}, held by ${holders.get(id)}`);
}
