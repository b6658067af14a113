/** The description stored in an order's pledge: enough for a message and for blocking a second order of the product. */
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
