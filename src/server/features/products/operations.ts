import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { listAllProducts, listProducts, readProduct } from '../../../contract/products.ts';
import { allow } from '../../platform/allowed.ts';
import type { SignedIn } from '../../platform/context.ts';
import { pageMeta } from '../../platform/paging.ts';
import { lightProducts, productsByIds } from '../../platform/products.ts';
import { maySeeProduct } from './policy.ts';
import { productIds } from './rows.ts';

/** One page of all products for the back office, newest first. */
export async function productPage(
  ctx: SignedIn,
  input: ParsedInputOf<typeof listProducts>,
): Promise<OutputOf<typeof listProducts>> {
  const { ids, total } = await productIds(ctx.means.reader, input);
  const data = await productsByIds(ctx.means.reader, ctx.person, ids);
  return { code: 'SUCCESS', data: { data, ...pageMeta(ctx.url, input, total) } };
}

/** Every product the person may see, light, by title: for filters and pickers. */
export async function allProducts(ctx: SignedIn): Promise<OutputOf<typeof listAllProducts>> {
  return { code: 'SUCCESS', products: await lightProducts(ctx.means.reader, ctx.person) };
}

export async function showProduct(
  ctx: SignedIn,
  input: ParsedInputOf<typeof readProduct>,
): Promise<OutputOf<typeof readProduct>> {
  const [found] = await productsByIds(ctx.means.reader, ctx.person, [input.id]);
  return { code: 'SUCCESS', product: allow(found, maySeeProduct(ctx.person)) };
}
