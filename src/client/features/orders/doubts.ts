import type { LocalDatabase } from '../../local/database.ts';

/** An order whose outcome is not known. */
export interface OrderInDoubt {
  key: string;
  productId: number;
  /** Product and variant, as they were called. */
  title: string;
  /** Ms. */
  createdAt: number;
}

/** What the pledge of an order tells about it: enough for a message, and for stopping a second order of the same. */
export const aboutOrder = (product: { id: number; title: string }, variant: { title: string } | null) => ({
  product_id: product.id,
  title: variant ? `${product.title}, ${variant.title}` : product.title,
});

/** The person's orders that are not known to be placed or refused, oldest first. */
export async function readOrdersInDoubt(db: LocalDatabase): Promise<OrderInDoubt[]> {
  const pledges = await db.pledges.where('state').equals('asked').toArray();
  return pledges
    .filter(({ call }) => call === 'placeOrder')
    .map(({ key, about, createdAt }) => ({
      key,
      productId: Number(about.product_id),
      title: String(about.title),
      createdAt,
    }))
    .toSorted((a, b) => a.createdAt - b.createdAt);
}
