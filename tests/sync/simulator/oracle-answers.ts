import { openOrderStatuses } from '../../../src/contract/order-rules.ts';
import type { Answer, Ask } from '../../../src/contract/order-fields.ts';
import type { Order } from '../../../src/contract/orders.ts';
import type { OutboxItem } from '../../../src/client/local/stored.ts';
import { tooShort } from './answers.ts';
import { serverRowsOn } from './oracle-devices.ts';
import { firstAnswer } from './simulated-shop.ts';
import type { Intent, Story } from './story.ts';

/** What an order says, and what support asks for. */
interface AnsweredOrder {
  answers: Record<string, string>;
  /** The last round that was asked. */
  round: number;
  /** The round that waits for its customer. */
  asked: number | null;
}

/** Checks that orders say what was corrected in the round that was asked, on the server and on devices. */
export async function checkAnswers(story: Story): Promise<void> {
  const found = await readOrders(story);
  const expected = new Map([...found.keys()].map((id) => [id, untouched()]));
  for (const id of (await story.server.readApplied()).applied) {
    const change = story.intents.get(id) ?? story.colleagueChanges.get(id);
    const order = expected.get(Number(change?.args.order_id));
    if (change && order) story.faults.push(...applyTo(order, change));
  }
  for (const [id, order] of found) {
    const [is, wanted] = [order, expected.get(id)!].map(textOf);
    if (is !== wanted) story.faults.push(`the answers of order ${id} are ${is} and not ${wanted}`);
  }
  await checkRefusals(story);
  await checkOrdersOnDevices(story, found);
}

const untouched = (): AnsweredOrder => ({ answers: { player: firstAnswer }, round: 0, asked: null });

const textOf = ({ answers, round, asked }: AnsweredOrder): string =>
  JSON.stringify([answers.player, answers.remark, round, asked]);

const valuesOf = (answers: readonly Answer[]): Record<string, string> =>
  Object.fromEntries(answers.map(({ key, value }) => [key, value]));

/** The orders on the server whose product asks for answers. */
async function readOrders({ server }: Story): Promise<Map<number, AnsweredOrder>> {
  const rows = await server.db
    .selectFrom('orders')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .select(['orders.id', 'ask', 'answers', 'answers_round'])
    .where('answers', 'is not', null)
    .execute();
  const orders = rows.map(({ id, ask, answers, answers_round: round }): [number, AnsweredOrder] => {
    const asked = ask === null ? null : (JSON.parse(ask) as Ask).round;
    return [id, { answers: valuesOf(JSON.parse(answers!) as Answer[]), round, asked }];
  });
  return new Map(orders);
}

/** Applies an accepted change to an order, and returns the faults of that. */
function applyTo(order: AnsweredOrder, { kind, args }: Pick<Intent, 'kind' | 'args'>): string[] {
  if (kind === 'order.status' || kind === 'order.deliver') {
    // A closed order asks for nothing any more.
    if (!openOrderStatuses.includes((args.to ?? args.status) as Order['status'])) order.asked = null;
  } else if (kind === 'order.ask') {
    // Asking again for a round, or for an earlier one, changes nothing.
    if (Number(args.round) > order.round) order.asked = order.round = Number(args.round);
  } else if (kind === 'order.answers') {
    const { asked } = order;
    Object.assign(order.answers, args.answers);
    order.asked = null;
    if (asked !== args.round)
      return [`corrections of round ${String(args.round)} were applied while round ${String(asked)} was asked`];
  }
  return [];
}

/** Checks that a correction or a question is refused for its own reason only. */
async function checkRefusals({ devices, faults }: Story): Promise<void> {
  for (const { tabs, name } of devices) {
    const items = await tabs[0]!.db.outbox.where('state').anyOf('conflict', 'failed').toArray();
    for (const item of items)
      if (isRefusedWrongly(item)) faults.push(`refused without a reason: ${item.kind} ${item.id} on ${name}`);
  }
}

function isRefusedWrongly({ kind, args, state, error }: OutboxItem): boolean {
  const current = error?.details?.current;
  if (kind === 'order.ask') return state === 'failed' || openOrderStatuses.includes(current as Order['status']);
  if (kind !== 'order.answers') return false;
  if (state === 'conflict') return current === args.round;
  return (args.answers as Record<string, string>).player !== tooShort;
}

/** Checks that devices have the answers of the server, without their own pending changes. */
async function checkOrdersOnDevices({ devices, faults }: Story, orders: ReadonlyMap<number, AnsweredOrder>) {
  for (const { tabs, name } of devices) {
    for (const row of (await serverRowsOn(tabs[0]!.db, 'orders')).values()) {
      const order = row as unknown as Order;
      const [held, wanted] = [heldOf(order), orders.get(order.id) ?? { ...untouched(), answers: {} }].map(textOf);
      if (held !== wanted) faults.push(`the answers of order ${order.id} on ${name} are ${held} and not ${wanted}`);
    }
  }
}

function heldOf({ items: [item], ask }: Order): AnsweredOrder {
  return { answers: valuesOf(item?.answers ?? []), round: item?.answers_round ?? 0, asked: ask?.round ?? null };
}
