import { returnedStatuses, type OrderStatus } from '../../../contract/orders.ts';
import { charge, holdAccount, reverse, type Movement } from '../../ledger/ledger.ts';
import { audit } from '../../platform/audit.ts';
import { allow, type Allowed } from '../../platform/allowed.ts';
import type { Work } from '../../platform/database/transaction.ts';
import { queueNotice } from '../../platform/mail/notices.ts';
import { notify } from '../../platform/notify.ts';
import { Refusal } from '../../platform/refusal.ts';
import { toWhenOrNull } from '../../platform/when.ts';
import { maySeeOrder, maySetOrder } from './policy.ts';
import { announceOrder, findOrder, lockOrder, namesOfItems, updateOrderRow, type OrderRecord } from './records.ts';

/** Whether a change may move money: one that came through its route may, one that a device queued may not (D-8). */
export type MoneyRule = 'allowed' | 'never';

interface StatusArgs {
  order_id: number;
  from?: OrderStatus | undefined;
  to: OrderStatus;
}

/**
 * Sets an order's status, any from any, when it still is what the admin saw (sync.md): already `to` is fine, another
 * status than `from` is CONFLICT with `{ current, by, at }`.
 */
export async function setOrderStatus(work: Work, args: StatusArgs, money: MoneyRule): Promise<string[]> {
  checkRule(money, [args.to, args.from]);
  const order = await hold(work, args.order_id);
  if (order.status === args.to) return touchedBy(order);
  checkFrom(order, args.from);
  return change(work, order, { status: args.to }, money);
}

interface DeliveryArgs {
  order_id: number;
  from?: OrderStatus | undefined;
  status: OrderStatus;
  /** null keeps what is there. */
  notes: string | null;
  file_id: string | null;
}

/** Delivers an order: its status with the admin's notes and a proof that is there already (`file_id: invalid` if not). */
export async function deliverOrder(work: Work, args: DeliveryArgs, money: MoneyRule): Promise<string[]> {
  checkRule(money, [args.status, args.from]);
  const order = await hold(work, args.order_id);
  if (order.status !== args.status) checkFrom(order, args.from);
  if (args.file_id !== null) await checkProof(work, order, args.file_id);
  const { status, notes, file_id } = args;
  return change(work, order, { status, ...(notes !== null && { notes }), ...(file_id !== null && { file_id }) }, money);
}

/** The customer's account is held before the order, as a deletion of the customer does. */
async function hold(work: Work, id: number): Promise<Allowed<OrderRecord>> {
  const seen = allow(await findOrder(work.tx, id, work.person), maySeeOrder(work.person));
  allow(seen, maySetOrder(work.person), 'FORBIDDEN');
  await holdAccount(work.tx, seen.user_id);
  return lockOrder(work.tx, id, maySetOrder(work.person));
}

interface Changes {
  status: OrderStatus;
  notes?: string;
  file_id?: string;
}

async function change(work: Work, order: Allowed<OrderRecord>, changes: Changes, money: MoneyRule): Promise<string[]> {
  const { status: before } = order;
  const moved = await moveMoney(work, order, changes.status, money);
  const changed = await updateOrderRow(work, order, {
    ...changes,
    ...(changes.status !== before && { status_by: work.person.name, status_at: work.now }),
  });
  await audit(work, {
    action: changes.notes === undefined && changes.file_id === undefined ? 'order.status' : 'order.deliver',
    entity: 'orders',
    entityKey: order.id,
    old: { status: before, notes: order.notes, file_id: order.file_id },
    new: { status: changed.status, notes: changed.notes, file_id: changed.file_id },
  });
  await notify(work, [order.user_id], {
    kind: 'order.status',
    about: { order_id: order.id, status: changes.status, subject: await namesOfItems(work.tx, order.id) },
  });
  await mailAbout(work, { before, order: changed, moved });
  await announceOrder(work.tx, changed);
  return [...touchedBy(order), ...(moved ? [`account:${order.user_id}`] : [])];
}

/** Entering `refunded` or `canceled` gives the charge back exactly once, leaving them charges again (C-09). */
async function moveMoney(
  work: Work,
  order: OrderRecord,
  status: OrderStatus,
  rule: MoneyRule,
): Promise<Movement | null> {
  const [was, is] = [returnedStatuses.includes(order.status), returnedStatuses.includes(status)];
  checkRule(rule, [order.status]);
  if (was === is) return null;
  return is ? reverse(work, order) : charge(work, order, { activeOnly: false });
}

/** At most one e-mail for a change: about the money where some was moved, else about the delivery. */
async function mailAbout(
  work: Work,
  { before, order, moved }: { before: OrderStatus; order: OrderRecord; moved: Movement | null },
): Promise<void> {
  const { id, user_id } = order;
  if (user_id === work.person.id) return;
  if (moved && moved.before !== moved.after) {
    const amount = moved.after - moved.before;
    const cause = amount > 0 ? 'returned' : 'charged';
    const change = { cause, amount: Math.abs(amount), balance: moved.after, orderId: id } as const;
    await queueNotice(work, user_id, { kind: 'balance.changed', ...change });
  } else if (doneStatuses.includes(order.status) && !doneStatuses.includes(before)) {
    const product = await namesOfItems(work.tx, id);
    await queueNotice(work, user_id, { kind: 'order.delivered', order: { id, product, total: order.total_cents } });
  }
}

/** Statuses in which the customer has what was ordered. */
const doneStatuses: readonly OrderStatus[] = ['delivered', 'completed'];

/** What a device queued never comes near these statuses, not even between the two, where no money moves. */
function checkRule(rule: MoneyRule, statuses: readonly (OrderStatus | undefined)[]): void {
  const returned = statuses.some((status) => status !== undefined && returnedStatuses.includes(status));
  if (rule === 'never' && returned) throw new Refusal('FORBIDDEN');
}

function checkFrom(order: OrderRecord, from: OrderStatus | undefined): void {
  const { status: current, status_by: by, status_at: at } = order;
  if (from !== undefined && current !== from) throw new Refusal('CONFLICT', { current, by, at: toWhenOrNull(at) });
}

/** A proof belongs to one order: its owner may read it. */
async function checkProof(work: Work, order: OrderRecord, fileId: string): Promise<void> {
  const file = await work.tx.selectFrom('files').select('id').where('id', '=', fileId).executeTakeFirst();
  const elsewhere = await work.tx
    .selectFrom('orders')
    .select('id')
    .where('file_id', '=', fileId)
    .where('id', '!=', order.id)
    .executeTakeFirst();
  const attached = await work.tx
    .selectFrom('ticket_files')
    .select('ticket_id')
    .where('file_id', '=', fileId)
    .executeTakeFirst();
  if (!file || elsewhere || attached) throw new Refusal('INVALID_FIELDS', { file_id: ['invalid'] });
}

const touchedBy = (order: OrderRecord): string[] => [`orders:${order.id}`];
