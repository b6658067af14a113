import { refundPart, updateOrder, type OrderStatus } from '../../../src/contract/orders.ts';
import { returnedStatuses } from '../../../src/contract/order-rules.ts';
import { settle } from '../../../src/client/sync/money.ts';
import type { SeededRandom } from '../../sync/simulator/seeded-random.ts';
import { makeCall, recordIntent, waitForProgress } from './admin.ts';
import type { Intent, Story, TestDevice } from './story.ts';

/** Orders whose parts are returned at the same time, and how often the two devices act on each of them. */
const ordersAtOnce = 4;
const rounds = 28;

/** An order as its admin believes it to be: an answer that was lost, or the other device, makes that wrong. */
interface Believed {
  orderId: number;
  accountId: number;
  total: number;
  /** Cents that are left of the price. */
  left: number;
  status: OrderStatus;
}

/**
 * Returns parts of orders on two devices of sara's, which know the same about an order and act at the same time, while
 * its status changes between charged and returned.
 */
export async function runParts(story: Story, devices: readonly TestDevice[], random: SeededRandom): Promise<void> {
  const chosen: Believed[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await waitForProgress(story, (round + 1) / (rounds + 2));
    while (chosen.length < ordersAtOnce) {
      const order = chooseOrder(story);
      if (!order) break;
      chosen.push(order);
    }
    await Promise.all(chosen.map((order) => actOnBoth(story, devices, order, random)));
    for (const order of chosen.filter(({ left }) => left < 20)) chosen.splice(chosen.indexOf(order), 1);
  }
}

/** An order that was placed and that is neither refunded nor taken yet. */
function chooseOrder({ intents, refundable }: Story): Believed | undefined {
  const all = [...intents.values()];
  const taken = new Set(all.filter(({ action }) => action === 'refund').map(({ orderId }) => orderId));
  const order = all.find(
    (one) => one.action === 'order' && one.orderId && !taken.has(one.orderId) && !refundable.has(one.orderId),
  );
  if (!order) return undefined;
  const { orderId, accountId, cents } = order;
  refundable.add(orderId!);
  return { orderId: orderId!, accountId, total: cents, left: cents, status: 'new' };
}

/** Both devices return a part, or one returns a part while the other sets a status that moves the rest. */
async function actOnBoth(
  story: Story,
  [first, second]: readonly TestDevice[],
  order: Believed,
  random: SeededRandom,
): Promise<void> {
  const known = { ...order };
  const setsStatus = random.chance(0.5);
  const [share, other] = [0.3 + random.next() * 0.6, 0.3 + random.next() * 0.6];
  await Promise.all([
    returnPart(story, first!, { known, order, share }, random),
    setsStatus
      ? setStatus(story, second!, { known, order }, random)
      : returnPart(story, second!, { known, order, share: other }, random),
  ]);
}

async function returnPart(
  story: Story,
  device: TestDevice,
  { known, order, share }: { known: Believed; order: Believed; share: number },
  random: SeededRandom,
): Promise<void> {
  const { orderId, accountId, left } = known;
  const cents = Math.max(1, Math.floor(left * share));
  const intent = recordIntent(story, device, { action: 'part', accountId, cents }, random);
  Object.assign(intent, { orderId, seen: left });
  const input = { id: orderId, amount: cents / 100, seen: left / 100, reason: 'Not all was delivered' };
  const details = await makeCall(device, refundPart, input, intent);
  await settleInDoubt(device, intent);
  if (intent.reported === 'done') order.left = left - cents;
  if (typeof details?.remaining === 'number') order.left = Math.round(details.remaining * 100);
}

async function setStatus(
  story: Story,
  device: TestDevice,
  { known, order }: { known: Believed; order: Believed },
  random: SeededRandom,
): Promise<void> {
  const { orderId, accountId, total, status: from } = known;
  const isReturned = returnedStatuses.includes(from);
  const status: OrderStatus = isReturned ? 'processing' : random.chance(0.5) ? 'refunded' : 'canceled';
  const action = isReturned ? 'charge again' : 'return';
  const intent = recordIntent(story, device, { action, accountId, cents: total }, random);
  intent.orderId = orderId;
  const details = await makeCall(device, updateOrder, { id: orderId, status, from }, intent);
  await settleInDoubt(device, intent);
  if (intent.reported === 'done') order.status = status;
  if (typeof details?.current === 'string') order.status = details.current as OrderStatus;
}

/** Finds out what became of a call whose answer was lost; the run records it when the network works again. */
async function settleInDoubt({ db, environment }: TestDevice, { key, reported }: Intent): Promise<void> {
  if (reported === 'asked') await settle(db, key, environment.transport);
}
