import { addToBalance } from '../../../src/contract/balance.ts';
import type { Endpoint, InputOf } from '../../../src/contract/endpoint.ts';
import { updateOrder } from '../../../src/contract/orders.ts';
import { updateProduct } from '../../../src/contract/products.ts';
import { pledgeCall } from '../../../src/client/sync/money.ts';
import type { Chance } from '../../sync/simulator/chance.ts';
import { pause } from './devices.ts';
import { accounts, devicesEach, ordersEach, type BankDevice, type Intent, type Story } from './story.ts';

export const pin = '4926';
/** Cents sara adds at a time: half a dozen orders, so that each balance runs out again and again. */
const added = 6_000;
/** Acts of sara in a run; one in four is a refund. */
const acts = 32;
/** Cents each product gets dearer, once. */
const dearer = 150;

/** sara adds to balances and refunds orders while the customers order. */
export async function attend(story: Story, device: BankDevice, users: number[], chance: Chance): Promise<void> {
  let adds = 0;
  for (let act = 1; act <= acts; act += 1) {
    await customersCome(story, act / (acts + 1));
    if (act % 4 === 0) await refund(story, device, chance);
    else {
      const intent = wish(story, device, { what: 'add', account: users[adds++ % users.length]!, cents: added }, chance);
      await insist(device, addToBalance, { id: intent.account, amount: added / 100, pin, note: intent.key }, intent);
    }
  }
}

/** At another desk sara makes one product after the other dearer. */
export async function reprice(story: Story, device: BankDevice, chance: Chance): Promise<void> {
  const { products } = story;
  for (const [place, { id, cents }] of products.entries()) {
    await customersCome(story, (place + 1) / (products.length + 2));
    const wanted = { what: 'price', account: device.userId, cents: cents + dearer } as const;
    const intent = wish(story, device, wanted, chance);
    await insist(device, updateProduct, { id, price: intent.cents / 100 }, intent);
  }
}

async function customersCome(story: Story, share: number): Promise<void> {
  while (story.progress < share * accounts.length * devicesEach * ordersEach) await pause(5);
}

function wish(
  story: Story,
  device: BankDevice,
  wanted: Pick<Intent, 'what' | 'account' | 'cents'>,
  chance: Chance,
): Intent {
  const intent: Intent = {
    key: chance.id(Date.UTC(2026, 10, 20)),
    by: device.userId,
    told: 'asked',
    ...wanted,
  };
  story.intents.set(intent.key, intent);
  return intent;
}

async function refund(story: Story, device: BankDevice, chance: Chance): Promise<void> {
  const all = [...story.intents.values()];
  const refunded = new Set(all.filter(({ what }) => what === 'refund').map(({ orderId }) => orderId));
  const order = chance.of(all.filter((one) => one.what === 'order' && one.orderId && !refunded.has(one.orderId)));
  if (!order) return;
  const orderId = order.orderId!;
  const { account, cents } = order;
  const intent = Object.assign(wish(story, device, { what: 'refund', account, cents }, chance), { orderId });
  await insist(device, updateOrder, { id: orderId, status: 'refunded' }, intent);
}

async function insist<E extends Endpoint>(
  { db, outside }: BankDevice,
  endpoint: E,
  input: InputOf<E>,
  intent: Intent,
): Promise<void> {
  const outcome = await pledgeCall(db, endpoint, input, { key: intent.key, about: { what: intent.what } }, outside);
  if (outcome.kind === 'done') intent.told = 'done';
  if (outcome.kind === 'refused') Object.assign(intent, { told: 'refused', code: outcome.failure.code });
}
