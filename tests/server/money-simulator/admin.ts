import { addToBalance } from '../../../src/contract/balance.ts';
import type { Endpoint, InputOf, OutputOf } from '../../../src/contract/endpoint.ts';
import { updateOrder } from '../../../src/contract/orders.ts';
import { updateProduct } from '../../../src/contract/products.ts';
import { makeMoneyCall } from '../../../src/client/sync/money.ts';
import type { SeededRandom } from '../../sync/simulator/seeded-random.ts';
import { replaceOpenedCode } from './codes.ts';
import { pause } from './devices.ts';
import { accounts, devicesEach, identityOf, ordersEach, type TestDevice, type Intent, type Story } from './story.ts';

export const pin = '4926';
/** Cents of one credit: about six orders, so that each balance runs out again and again. */
const creditCents = 6_000;
/** Number of sara's credits and refunds in a run; one in four is a refund. */
const adminActions = 32;
/** Cents that are added to each price, once. */
const priceRise = 150;

/** Adds to balances and refunds orders as sara, while the customers order. */
export async function runAdmin(story: Story, device: TestDevice, users: number[], random: SeededRandom): Promise<void> {
  let adds = 0;
  for (let count = 1; count <= adminActions; count += 1) {
    await waitForProgress(story, count / (adminActions + 1));
    if (count % 4 === 0) await refund(story, device, random, count / 4 - 1);
    else {
      const intent = recordIntent(
        story,
        device,
        { action: 'add', accountId: users[adds++ % users.length]!, cents: creditCents },
        random,
      );
      await makeCall(
        device,
        addToBalance,
        { id: intent.accountId, amount: creditCents / 100, pin, note: intent.key },
        intent,
      );
    }
  }
}

/** Raises the price of one product after the other on sara's second device. */
export async function raisePrices(story: Story, device: TestDevice, random: SeededRandom): Promise<void> {
  const { products } = story;
  for (const [index, { id, cents }] of products.entries()) {
    await waitForProgress(story, (index + 1) / (products.length + 2));
    const fields = { action: 'price', accountId: device.userId, cents: cents + priceRise } as const;
    const intent = recordIntent(story, device, fields, random);
    await makeCall(device, updateProduct, { id, price: intent.cents / 100 }, intent);
  }
}

export async function waitForProgress(story: Story, share: number): Promise<void> {
  while (story.progress < share * accounts.length * devicesEach * ordersEach) await pause(5);
}

export function recordIntent(
  story: Story,
  device: TestDevice,
  fields: Pick<Intent, 'action' | 'accountId' | 'cents'> & Partial<Pick<Intent, 'key'>>,
  random: SeededRandom,
): Intent {
  const intent: Intent = {
    key: fields.key ?? random.id(Date.UTC(2026, 10, 20)),
    actorId: device.userId,
    reported: 'asked',
    ...fields,
  };
  story.intents.set(identityOf(intent), intent);
  return intent;
}

/**
 * Refunds an order while one of its opened codes is replaced; afterwards tries that with all orders refunded so far. In
 * turn the order has opened codes, or codes that then go back, or is any: `turn` counts the refunds.
 */
async function refund(story: Story, device: TestDevice, random: SeededRandom, turn: number): Promise<void> {
  const all = [...story.intents.values()];
  const refunded = new Set(all.filter(({ action }) => action === 'refund').map(({ orderId }) => orderId));
  const isFree = (id: number | undefined) => id !== undefined && !refunded.has(id) && !story.refundable.has(id);
  const orders = all.filter(({ action, orderId }) => action === 'order' && isFree(orderId));
  const opened = new Set(story.openedCodes.map(({ orderId }) => orderId));
  const wanted = [
    orders.filter(({ orderId }) => opened.has(orderId!)),
    orders.filter(({ hasCodes, orderId }) => hasCodes && !opened.has(orderId!)),
    orders,
  ][turn % 3]!;
  const order = random.pick(wanted.length > 0 ? wanted : orders);
  if (!order) return;
  const orderId = order.orderId!;
  const { accountId, cents } = order;
  const intent = Object.assign(recordIntent(story, device, { action: 'refund', accountId, cents }, random), {
    orderId,
  });
  const replace = (id: number) =>
    replaceOpenedCode(story, device, { orderId: id, pin, key: random.id(Date.UTC(2026, 10, 20)) });
  await Promise.all([makeCall(device, updateOrder, { id: orderId, status: 'refunded' }, intent), replace(orderId)]);
  for (const id of [...refunded, orderId]) if (id !== undefined) await replace(id);
}

/** Makes a call with the key of its intent and records its outcome there; returns the details of a refusal. */
export async function makeCall<E extends Endpoint>(
  { db, environment }: TestDevice,
  endpoint: E,
  input: InputOf<E>,
  intent: Intent,
  onAnswer?: (answer: OutputOf<E>) => void,
): Promise<Record<string, unknown> | undefined> {
  const outcome = await makeMoneyCall(
    db,
    endpoint,
    input,
    { key: intent.key, about: { what: intent.action } },
    environment,
  );
  if (outcome.kind === 'done') {
    intent.reported = 'done';
    onAnswer?.(outcome.answer);
  }
  if (outcome.kind !== 'refused') return undefined;
  Object.assign(intent, { reported: 'refused', code: outcome.failure.code });
  return outcome.failure.details;
}
