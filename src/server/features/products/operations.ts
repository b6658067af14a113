import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { listAllProducts, listProducts, readProduct } from '../../../contract/products.ts';
import { allow } from '../../platform/base/permissions.ts';
import type { SignedIn } from '../../platform/context.ts';
import { pageMeta } from '../../platform/base/paging.ts';
import { productSummaries, productsByIds } from '../../shared/products.ts';
import { maySeeProduct, productIds } from './rows.ts';

/** One page of all products for the back office. */
export async function productPage(
  ctx: SignedIn,
  input: ParsedInputOf<typeof listProducts>,
): Promise<OutputOf<typeof listProducts>> {
  const { ids, total } = await productIds(ctx.services.reader, input);
  const data = await productsByIds(ctx.services.reader, ctx.person, ids);
  return { code: 'SUCCESS', data: { data, ...pageMeta(ctx.url, input, total) } };
}

/** Every product the user may see, with few fields, by title: for filters and pickers. */
export async function allProducts(ctx: SignedIn): Promise<OutputOf<typeof listAllProducts>> {
  return { code: 'SUCCESS', products: await productSummaries(ctx.services.reader, ctx.person) };
}

export async function showProduct(
  ctx: SignedIn,
  input: ParsedInputOf<typeof readProduct>,
): Promise<OutputOf<typeof readProduct>> {
  const [found] = await productsByIds(ctx.services.reader, ctx.person, [input.id]);
  return { code: 'SUCCESS', product: allow(found, maySeeProduct(ctx.person)) };
}
