import { placeOrder } from '../../../src/contract/orders.ts';
import { pledgeCall, settle } from '../../../src/client/sync/money.ts';
import type { Chance } from '../../sync/simulator/chance.ts';
import { ordersEach, type BankDevice, type Intent, type Story } from './story.ts';

/** Shares of orders: the dialog is closed while the call is under way, or with the first doubt. */
const closedAtOnce = 0.1;
const closedInDoubt = 0.35;

/** Orders one product after another, as the app does: a pledge, the same key until there is an answer, else a seal. */
export async function orderAll(story: Story, device: BankDevice, chance: Chance): Promise<void> {
  const prices = new Map(story.products.map(({ id, cents }) => [id, cents]));
  for (let count = 0; count < ordersEach; count += 1) {
    const product = chance.of(story.products)!;
    const cents = prices.get(product.id)!;
    const { userId } = device;
    const key = chance.id(Date.UTC(2026, 10, 20) + count);
    const intent: Intent = { key, what: 'order', by: userId, account: userId, cents, told: 'asked' };
    story.intents.set(key, intent);
    // Nobody goes on while the bar says that the server is not there.
    await device.outside.means.wait(0);
    const price = await order(device, intent, product.id, chance);
    if (price !== undefined) prices.set(product.id, price);
    story.progress += 1;
  }
}

/** Gives the new price in cents, when it has changed. */
async function order(
  { db, outside }: BankDevice,
  intent: Intent,
  productId: number,
  chance: Chance,
): Promise<number | undefined> {
  const { key, cents } = intent;
  const dialog = new AbortController();
  const mood = chance.next();
  const close = () => dialog.abort();
  const [patience, looksAtOnce] = [chance.below(30), chance.happens(0.5)];
  const timer = mood < closedAtOnce ? setTimeout(close, patience) : undefined;
  const outcome = await pledgeCall(
    db,
    placeOrder,
    // The message tells whose intent an order is, also where its key got lost on the way.
    { product_id: productId, price: cents / 100, message: key },
    {
      key,
      about: { product_id: productId },
      signal: dialog.signal,
      ...(mood < closedInDoubt && { onDoubt: close }),
    },
    outside,
  );
  clearTimeout(timer);
  if (outcome.kind === 'done') return void Object.assign(intent, { told: 'done', orderId: outcome.answer.order.id });
  if (outcome.kind === 'unknown') {
    // Some look what became of it before they go on; the others do when the line is good again.
    if (looksAtOnce) await settle(db, key, outside.line);
    return undefined;
  }
  const { code, details } = outcome.failure;
  Object.assign(intent, { told: 'refused', code });
  return code === 'PRICE_CHANGED' ? Math.round(Number(details?.price) * 100) : undefined;
}
