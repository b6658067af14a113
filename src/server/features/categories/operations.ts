import type {
  listAllCategories,
  listCategories,
  listCategoryProducts,
  listParentCategories,
} from '../../../contract/categories.ts';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { allow } from '../../platform/allowed.ts';
import type { SignedIn } from '../../platform/context.ts';
import { pageMeta } from '../../platform/paging.ts';
import { productsByIds } from '../../platform/products.ts';
import { maySeeCategory } from './policy.ts';
import { categoryIds, categoryTree, categoryWithChildren, productIdsOf } from './rows.ts';

/** Parent categories with their children, as the sidebar shows them. */
export async function parentCategories(ctx: SignedIn): Promise<OutputOf<typeof listParentCategories>> {
  const all = await categoryTree(ctx.means.reader, ctx.person);
  return { code: 'SUCCESS', categories: all.filter((category) => category.parent_id === null) };
}

/** Every category the person may see, parents and children side by side. */
export async function allCategories(ctx: SignedIn): Promise<OutputOf<typeof listAllCategories>> {
  return { code: 'SUCCESS', categories: await categoryTree(ctx.means.reader, ctx.person) };
}

export async function categoryPage(
  ctx: SignedIn,
  input: ParsedInputOf<typeof listCategories>,
): Promise<OutputOf<typeof listCategories>> {
  const { ids, total } = await categoryIds(ctx.means.reader, input);
  const all = new Map((await categoryTree(ctx.means.reader, ctx.person)).map((category) => [category.id, category]));
  const data = ids.flatMap((id) => all.get(id) ?? []);
  return { code: 'SUCCESS', data: { data, ...pageMeta(ctx.url, input, total) } };
}

/** The category and one page of the products that are directly in it. */
export async function categoryProducts(
  ctx: SignedIn,
  input: ParsedInputOf<typeof listCategoryProducts>,
): Promise<OutputOf<typeof listCategoryProducts>> {
  const { reader } = ctx.means;
  const category = allow(await categoryWithChildren(reader, ctx.person, input.id), maySeeCategory(ctx.person));
  const { ids, total } = await productIdsOf(reader, ctx.person, input);
  const products = await productsByIds(reader, ctx.person, ids);
  return { code: 'SUCCESS', category, products, meta: pageMeta(ctx.url, input, total) };
}
