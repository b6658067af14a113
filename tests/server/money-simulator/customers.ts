import { totalCents } from '../../../src/contract/order-total.ts';
import { placeOrder } from '../../../src/contract/orders.ts';
import { makeMoneyCall, settle } from '../../../src/client/sync/money.ts';
import type { SeededRandom } from '../../sync/simulator/seeded-random.ts';
import { recordIntent } from './admin.ts';
import { codesMax, openSomeCodes } from './codes.ts';
import { ordersEach, smallOrderMax, type TestDevice, type Intent, type Product, type Story } from './story.ts';

/** Shares of orders whose dialog is closed during the call, and as soon as the outcome is in doubt. */
const closedDuringCall = 0.1;
const closedInDoubt = 0.35;
/** Share of the apps that compute another total than the server, a cent less. */
const wrongTotal = 0.1;

/** Orders one product after another as the app does: it repeats a call with its key until there is an outcome. */
export async function runCustomer(story: Story, device: TestDevice, random: SeededRandom): Promise<void> {
  const { products } = story;
  const prices = new Map(products.map(({ id, cents }) => [id, cents]));
  // Codes are ordered twice as often as each other product, so that they run out in each run.
  const choices = [...products, ...products.filter(({ sellsCodes }) => sellsCodes)];
  for (let count = 0; count < ordersEach; count += 1) {
    const product = random.pick(choices)!;
    const unit = prices.get(product.id)!;
    const quantity = quantityOf(product, random);
    const cents = totalCents(unit, quantity, product.per);
    const { userId } = device;
    const key = random.id(Date.UTC(2026, 10, 20) + count);
    const fields = { key, action: 'order', accountId: userId, cents } as const;
    const intent = Object.assign(recordIntent(story, device, fields, random), {
      quantity,
      hasCodes: product.sellsCodes,
    });
    // Waits while a killed server starts again: the app shows the customer that it is unreachable.
    await device.environment.runtime.wait(0);
    const price = await placeOneOrder(device, intent, { product, unit, quantity }, random);
    if (price !== undefined) prices.set(product.id, price);
    const { orderId } = intent;
    if (product.sellsCodes && orderId !== undefined) await openSomeCodes(story, device, orderId, random);
    story.progress += 1;
  }
}

const hasQuantity = ({ per, sellsCodes }: Product): boolean => per > 1 || sellsCodes;

function quantityOf({ per, sellsCodes }: Product, random: SeededRandom): number {
  if (sellsCodes) return 1 + random.below(codesMax);
  return per === 1 ? 1 : 100 + random.below(smallOrderMax - 100);
}

/** Places one order; returns the new price in cents if it has changed. */
async function placeOneOrder(
  { db, environment }: TestDevice,
  intent: Intent,
  { product, unit, quantity }: { product: Product; unit: number; quantity: number },
  random: SeededRandom,
): Promise<number | undefined> {
  const { key, cents } = intent;
  const dialog = new AbortController();
  const behaviour = random.next();
  const close = () => dialog.abort();
  const [closeAfterMs, settlesAtOnce] = [random.below(30), random.chance(0.5)];
  const seen = random.chance(wrongTotal) ? cents - 1 : cents;
  const timer = behaviour < closedDuringCall ? setTimeout(close, closeAfterMs) : undefined;
  const outcome = await makeMoneyCall(
    db,
    placeOrder,
    // The message identifies the intent of an order even if its key got lost.
    {
      product_id: product.id,
      price: unit / 100,
      message: key,
      ...(hasQuantity(product) && { quantity, total: seen / 100 }),
    },
    {
      key,
      about: { product_id: product.id },
      signal: dialog.signal,
      ...(behaviour < closedInDoubt && { onDoubt: close }),
    },
    environment,
  );
  clearTimeout(timer);
  if (outcome.kind === 'done')
    return void Object.assign(intent, { reported: 'done', orderId: outcome.answer.order.id });
  if (outcome.kind === 'unknown') {
    // Some customers settle the call before their next order, the others when the network works again.
    if (settlesAtOnce) await settle(db, key, environment.transport);
    return undefined;
  }
  return recordRefusal(intent, outcome.failure);
}

/** Returns the new price in cents if it has changed. */
function recordRefusal(
  intent: Intent,
  { code, details }: { code?: string | undefined; details?: Record<string, unknown> | undefined },
): number | undefined {
  const free = details?.free;
  Object.assign(intent, { reported: 'refused', code, ...(typeof free === 'number' && { free }) });
  return code === 'PRICE_CHANGED' ? Math.round(Number(details?.price) * 100) : undefined;
}
