import type {
  listAllCategories,
  listCategories,
  listCategoryProducts,
  listParentCategories,
} from '../../../contract/categories.ts';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { allow } from '../../platform/base/permissions.ts';
import type { SignedIn } from '../../platform/context.ts';
import { pageMeta } from '../../platform/base/paging.ts';
import { productsByIds } from '../../shared/products.ts';
import { maySeeCategory, categoryIds, categoryTree, categoryWithChildren, productIdsOf } from './rows.ts';

/** Parent categories with their children, as the sidebar shows them. */
export async function parentCategories(ctx: SignedIn): Promise<OutputOf<typeof listParentCategories>> {
  const all = await categoryTree(ctx.services.reader, ctx.person);
  return { code: 'SUCCESS', categories: all.filter((category) => category.parent_id === null) };
}

/** Every category the user may see, parents and children side by side. */
export async function allCategories(ctx: SignedIn): Promise<OutputOf<typeof listAllCategories>> {
  return { code: 'SUCCESS', categories: await categoryTree(ctx.services.reader, ctx.person) };
}

export async function categoryPage(
  ctx: SignedIn,
  input: ParsedInputOf<typeof listCategories>,
): Promise<OutputOf<typeof listCategories>> {
  const { ids, total } = await categoryIds(ctx.services.reader, input);
  const all = new Map((await categoryTree(ctx.services.reader, ctx.person)).map((category) => [category.id, category]));
  const data = ids.flatMap((id) => all.get(id) ?? []);
  return { code: 'SUCCESS', data: { data, ...pageMeta(ctx.url, input, total) } };
}

/** The category and one page of its own products, without those of its children. */
export async function categoryProducts(
  ctx: SignedIn,
  input: ParsedInputOf<typeof listCategoryProducts>,
): Promise<OutputOf<typeof listCategoryProducts>> {
  const { reader } = ctx.services;
  const category = allow(await categoryWithChildren(reader, ctx.person, input.id), maySeeCategory(ctx.person));
  const { ids, total } = await productIdsOf(reader, ctx.person, input);
  const products = await productsByIds(reader, ctx.person, ids);
  return { code: 'SUCCESS', category, products, meta: pageMeta(ctx.url, input, total) };
}
