import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type * as endpoints from '../../../contract/orders.ts';
import { searchText } from '../../../contract/search.ts';
import { balanceOf, charge } from '../../ledger/ledger.ts';
import { audit } from '../../platform/audit.ts';
import { allow } from '../../platform/base/permissions.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { toEuros } from '../../platform/base/wire-values.ts';
import { runOnce, touchedOrThrow, type StoredResult } from '../../platform/idempotency.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { checkedUnits, searchedAnswers } from './ordered-item.ts';
import { canBeOrdered, isVariantOf, maySeeOrder } from './policy.ts';
import { announceOrder } from './records.ts';
import { findProduct, findVariant, insertOrder, ordersByIds, toOrder } from './rows.ts';
import { countOrder, outOfStock } from './stock.ts';

type PlaceOrderInput = ParsedInputOf<typeof endpoints.placeOrder>;

type PlacedOrder = Omit<OutputOf<typeof endpoints.placeOrder>, 'code'>;

/** Orders one product from the balance, once per key: the same key again returns the same order. */
export async function placeOrder(
  ctx: SignedIn,
  input: PlaceOrderInput,
): Promise<OutputOf<typeof endpoints.placeOrder>> {
  let placed: PlacedOrder | undefined;
  const outcome = await runOnce(ctx, { key: ctx.key, kind: 'order.place', args: input }, async (transaction) => {
    placed = await placeOrderInTransaction(transaction, input);
    return [`orders:${placed.order.id}`, `account:${placed.order.user_id}`];
  });
  // The transaction may have been retried and then found that another request with this key was first.
  const isOurs = placed !== undefined && outcome.touched.includes(`orders:${placed.order.id}`);
  return { code: 'SUCCESS', ...(isOurs ? placed! : await placedBefore(ctx, outcome)) };
}

/** The response to a repeated key: the order and the balance as they are now. */
async function placedBefore(ctx: SignedIn, outcome: StoredResult): Promise<PlacedOrder> {
  const { reader } = ctx.services;
  const id = touchedOrThrow(outcome)
    .find((ref) => ref.startsWith('orders:'))!
    .slice('orders:'.length);
  const [found] = await ordersByIds(reader, [Number(id)]);
  return { order: allow(found, maySeeOrder(ctx.person)), balance: toEuros(await balanceOf(reader, ctx.person.id)) };
}

async function placeOrderInTransaction(transaction: TransactionContext, input: PlaceOrderInput): Promise<PlacedOrder> {
  const product = await orderedProduct(transaction, input.product_id);
  const variant = await chosenVariant(transaction, product, input);
  const seen = variant ? (input.order_price ?? input.price) : (input.price ?? input.order_price);
  const { answers, ...units } = checkedUnits(product, variant ?? product, input, seen);

  const { order: placed, item } = await insertOrder(
    transaction,
    {
      total_cents: units.price_cents,
      cost_cents: units.cost_cents,
      message: input.message,
      search_text: searchText([transaction.person.name, product.title, variant?.title, ...searchedAnswers(answers)]),
    },
    { ...orderedItem(product, variant), ...units, answers: answers && JSON.stringify(answers) },
  );
  const { after } = await charge(transaction, placed, { isNew: true });
  await audit(transaction, {
    action: 'order.place',
    entity: 'orders',
    entityKey: placed.id,
    new: {
      product_id: product.id,
      product_variant_id: variant?.id ?? null,
      total_cents: units.price_cents,
      ...(units.quantity > 1 && { quantity: units.quantity }),
    },
  });
  await announceOrder(transaction.tx, { ...placed, deleted_at: null });
  await countOrder(transaction.tx, placed, item);
  return { order: toOrder(placed, [item]), balance: toEuros(after) };
}

/** Returns a product that can be ordered. Throws PRODUCT_NOT_VALID or OUT_OF_STOCK. */
async function orderedProduct({ tx }: TransactionContext, id: number) {
  const product = await findProduct(tx, id);
  if (!product || !canBeOrdered(product)) throw new Refusal('PRODUCT_NOT_VALID');
  if (product.quantity === 0) throw outOfStock(0);
  return product;
}

/** The ids and names of the ordered product and variant, which the order keeps when the catalogue changes. */
const orderedItem = (product: { id: number; title: string }, variant: { id: number; title: string } | null) => ({
  product_id: product.id,
  product_name: product.title,
  product_variant_id: variant?.id ?? null,
  variant_name: variant?.title ?? null,
});

/** The three variant fields are one choice under three names and must agree (S3-12). */
async function chosenVariant(
  transaction: TransactionContext,
  product: { id: number; has_variants: number },
  input: PlaceOrderInput,
) {
  const { selected_variant: selected } = input;
  const selectedId = typeof selected === 'object' ? selected?.id : selected;
  const choices = new Set(
    [input.product_variant_id, input.selected_variant_id, selectedId].filter((id) => id !== null && id !== undefined),
  );
  if (choices.size > 1) throw new Refusal('INVALID_FIELDS', { product_variant_id: ['invalid'] });
  const [chosen] = choices;
  if (chosen === undefined) {
    if (product.has_variants) throw new Refusal('VARIANT_REQUIRED');
    return null;
  }
  const variant = product.has_variants ? await findVariant(transaction.tx, chosen) : undefined;
  if (!variant || !isVariantOf(product)(variant)) throw new Refusal('PRODUCT_NOT_VALID');
  return variant;
}
