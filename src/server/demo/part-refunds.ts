import { demoData } from './data.ts';
import type { DemoOrder } from './orders.ts';
import { localeOf, namedPeople } from './people.ts';
import { hour } from './times.ts';

const reasons = demoData['order-texts'].partReasons;
/** One of so many orders of the others. */
const others = 90;

/** Returns three tenths of the price of amina's newest completed order, and of some orders of others. */
export function returnParts(orders: readonly DemoOrder[], now: number): void {
  const isDone = ({ row }: DemoOrder) => row.status === 'completed' && row.total_cents >= 5_00;
  const aminas = orders.findLast((order) => isDone(order) && order.row.user_id === namedPeople.amina.id);
  const some = orders.filter((order) => isDone(order) && order.row.id % others === 0);
  for (const order of new Set([...(aminas ? [aminas] : []), ...some])) {
    const { row, customer } = order;
    const list = reasons[localeOf(customer.row)];
    const part = {
      cents: Math.round((row.total_cents * 3) / 10),
      at: Math.min(now, row.updated_at + 2 * hour),
      reason: list[row.id % list.length]!,
    };
    order.part = part;
    Object.assign(row, { refunded_cents: part.cents, updated_at: part.at, rev: row.rev + 1 });
  }
}
