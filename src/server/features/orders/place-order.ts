import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { placeOrder } from '../../../contract/orders.ts';
import { searchText } from '../../../contract/search.ts';
import { charge } from '../../ledger/ledger.ts';
import { audit } from '../../platform/audit.ts';
import { allow } from '../../platform/allowed.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { Work } from '../../platform/database/transaction.ts';
import { toEuros } from '../../platform/money.ts';
import { once, orRefuse, type Outcome } from '../../platform/once.ts';
import { Refusal } from '../../platform/refusal.ts';
import { canBeOrdered, isVariantOf, maySeeOrder } from './policy.ts';
import { announceOrder } from './records.ts';
import { balanceOf, countOrdered, findProduct, findVariant, insertOrder, ordersByIds, toOrder } from './rows.ts';

type Input = ParsedInputOf<typeof placeOrder>;

type Placed = Omit<OutputOf<typeof placeOrder>, 'code'>;

/** Orders one product from the balance, once for its key: the same key again tells the same order. */
export async function order(ctx: SignedIn, input: Input): Promise<OutputOf<typeof placeOrder>> {
  let placed: Placed | undefined;
  const outcome = await once(ctx, { key: ctx.key, kind: 'order.place', args: input }, async (work) => {
    placed = await place(work, input);
    return [`orders:${placed.order.id}`, `account:${placed.order.user_id}`];
  });
  // A transaction that was tried again may have found that another packet with this key was first.
  const isOurs = placed !== undefined && outcome.touched.includes(`orders:${placed.order.id}`);
  return { code: 'SUCCESS', ...(isOurs ? placed! : await placedBefore(ctx, outcome)) };
}

/** What a key that comes again tells: the order and the balance as they are now. */
async function placedBefore(ctx: SignedIn, outcome: Outcome): Promise<Placed> {
  const { reader } = ctx.means;
  const id = orRefuse(outcome)
    .find((ref) => ref.startsWith('orders:'))!
    .slice('orders:'.length);
  const [found] = await ordersByIds(reader, [Number(id)]);
  return { order: allow(found, maySeeOrder(ctx.person)), balance: toEuros(await balanceOf(reader, ctx.person.id)) };
}

async function place(work: Work, input: Input): Promise<Placed> {
  const product = await findProduct(work.tx, input.product_id);
  if (!product || !canBeOrdered(product)) throw new Refusal('PRODUCT_NOT_VALID');
  const variant = await chosenVariant(work, product, input);
  const { price_cents: price, cost_cents: cost } = variant ?? product;
  checkPrice(price, variant ? (input.order_price ?? input.price) : (input.price ?? input.order_price));

  const { order: placed, item } = await insertOrder(work, {
    product,
    variant,
    price,
    cost,
    message: input.message,
    search: searchText([work.person.name, product.title, variant?.title]),
  });
  const { after } = await charge(work, placed, { isNew: true });
  await audit(work, {
    action: 'order.place',
    entity: 'orders',
    entityKey: placed.id,
    new: { product_id: product.id, product_variant_id: variant?.id ?? null, total_cents: price },
  });
  await announceOrder(work.tx, { ...placed, deleted_at: null });
  await countOrdered(work.tx, product.id);
  return { order: toOrder(placed, [item]), balance: toEuros(after) };
}

/** The three variant fields are one choice under three names and must agree (S3-12). */
async function chosenVariant(work: Work, product: { id: number; has_variants: number }, input: Input) {
  const { selected_variant: selected } = input;
  const named = typeof selected === 'object' ? selected?.id : selected;
  const choices = new Set(
    [input.product_variant_id, input.selected_variant_id, named].filter((id) => id !== null && id !== undefined),
  );
  if (choices.size > 1) throw new Refusal('INVALID_FIELDS', { product_variant_id: ['invalid'] });
  const [chosen] = choices;
  if (chosen === undefined) {
    if (product.has_variants) throw new Refusal('VARIANT_REQUIRED');
    return null;
  }
  const variant = product.has_variants ? await findVariant(work.tx, chosen) : undefined;
  if (!variant || !isVariantOf(product)(variant)) throw new Refusal('PRODUCT_NOT_VALID');
  return variant;
}

/** What the customer saw can only refuse, never charge (C-07). */
function checkPrice(cents: number, seen: number | undefined): void {
  if (seen === undefined || Math.abs(seen * 100 - cents) < 0.001) return;
  throw new Refusal('PRICE_CHANGED', { price: toEuros(cents) });
}
