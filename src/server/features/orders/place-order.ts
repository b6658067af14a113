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
import { findProduct, findVariant, insertOrder, ordersByIds, toOrder, type PlacedItem } from './rows.ts';
import { setCost, takeCodes } from '../../shared/codes.ts';
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
      // Codes are delivered with the order.
      status: product.sells_codes ? 'completed' : 'new',
      total_cents: units.price_cents,
      cost_cents: units.cost_cents,
      message: input.message,
      search_text: searchText([transaction.person.name, product.title, variant?.title, ...searchedAnswers(answers)]),
    },
    {
      ...orderedItem(product, variant),
      ...units,
      answers: answers && JSON.stringify(answers),
      has_codes: product.sells_codes,
    },
  );
  const { after } = await charge(transaction, placed, { isNew: true });
  await auditPlaced(transaction, placed, item);
  await announceOrder(transaction.tx, { ...placed, deleted_at: null });
  if (product.sells_codes) await deliverCodes(transaction, placed, item);
  await countOrder(transaction.tx, placed, item);
  return { order: toOrder(placed, [item]), balance: toEuros(after) };
}

const auditPlaced = (
  transaction: TransactionContext,
  { id, total_cents }: { id: number; total_cents: number },
  { product_id, product_variant_id, quantity }: PlacedItem,
): Promise<void> =>
  audit(transaction, {
    action: 'order.place',
    entity: 'orders',
    entityKey: id,
    new: { product_id, product_variant_id, total_cents, ...(quantity > 1 && { quantity }) },
  });

/** Gives the order its codes, late in the transaction, because all buyers of the product wait for its stock. */
async function deliverCodes(
  transaction: TransactionContext,
  { id: orderId }: { id: number },
  { id: itemId, product_id, product_variant_id, quantity }: PlacedItem,
): Promise<void> {
  const ref = { product_id, variant_id: product_variant_id ?? 0 };
  const { cost_cents } = await takeCodes(transaction, ref, { itemId, quantity });
  if (cost_cents !== null) await setCost(transaction.tx, { itemId, orderId }, cost_cents);
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
