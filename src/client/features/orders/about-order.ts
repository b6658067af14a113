/** What the pledge of an order tells about it: enough for a message, and for stopping a second order of the same. */
export const aboutOrder = (
  product: { id: number; title: string },
  variant: { title: string } | null,
  price: number,
): Record<string, unknown> => ({
  product_id: product.id,
  title: variant ? `${product.title}, ${variant.title}` : product.title,
  quantity: 1,
  amount: price,
});
