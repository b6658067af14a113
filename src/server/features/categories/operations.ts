import type {
  listAllCategories,
  listCategories,
  listCategoryProducts,
  listParentCategories,
} from '../../../contract/categories.ts';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { allow } from '../../platform/base/permissions.ts';
import type { SignedIn } from '../../platform/context.ts';
import { offsetOf, pageMeta } from '../../platform/base/paging.ts';
import { productsByIds } from '../../shared/products.ts';
import { maySeeCategory, categoryTree, categoryWithChildren, matchingCategoryIds, productIdsOf } from './rows.ts';

/** Parent categories with their children, as the sidebar shows them. */
export async function parentCategories(ctx: SignedIn): Promise<OutputOf<typeof listParentCategories>> {
  const all = await categoryTree(ctx.services.reader, ctx.person);
  return { code: 'SUCCESS', categories: all.filter((category) => category.parent_id === null) };
}

/** Every category the user may see, each parent followed by its children. */
export async function allCategories(ctx: SignedIn): Promise<OutputOf<typeof listAllCategories>> {
  return { code: 'SUCCESS', categories: await categoryTree(ctx.services.reader, ctx.person) };
}

/** One page of all categories, in the order of the tree. */
export async function categoryPage(
  ctx: SignedIn,
  input: ParsedInputOf<typeof listCategories>,
): Promise<OutputOf<typeof listCategories>> {
  const found = await matchingCategoryIds(ctx.services.reader, input.search);
  const all = (await categoryTree(ctx.services.reader, ctx.person)).filter(({ id }) => found.has(id));
  const data = all.slice(offsetOf(input)).slice(0, input.per_page);
  return { code: 'SUCCESS', data: { data, ...pageMeta(ctx.url, input, all.length) } };
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
