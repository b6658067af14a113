import { AdminCategoriesScreen } from '../../src/client/features/categories/admin-categories-screen.tsx';
import {
  CreateCategoryScreen,
  EditCategoryScreen,
} from '../../src/client/features/categories/category-form-screen.tsx';
import { openHelpDesk } from './help-desk.tsx';
import { aCategory, aProduct, sara, visit, type Script } from './storefront.tsx';

const categories = [
  aCategory(1, 'Streaming', { description: 'Films and series' }),
  aCategory(2, 'Musique', { parent_id: 1, rev: 4 }),
  aCategory(3, 'Élan', { is_active: false }),
  aCategory(4, 'Vinyl', { parent_id: 2 }),
];
const products = [
  aProduct(1, 'Netflix'),
  aProduct(2, 'Spotify', { category_ids: [1, 2] }),
  aProduct(3, 'Deezer', { category_ids: [2] }),
];

/** The pages of categories in the admin area, by path. */
export const categoryPages = {
  '/admin/categories': AdminCategoriesScreen,
  '/admin/categories/create': CreateCategoryScreen,
  '/admin/categories/$id/edit': EditCategoryScreen,
};

/** Opens a page of the admin's categories, with Streaming > Musique > Vinyl and Élan, which is inactive. */
export async function openCategories(address = '/admin/categories') {
  const device = await openHelpDesk(sara, { categories, products });
  return { ...device, ...visit(address, categoryPages) };
}

type Server = Awaited<ReturnType<typeof openCategories>>['server'];

/** The saves that the server received. */
export const savesOf = (server: Server) =>
  server.requests.filter(({ method, path }) => method === 'POST' && path.startsWith('/api/categories'));

/** A server that accepts the form of a category. */
export const accepting: Script = ({ body }) => [200, { code: 'SUCCESS', status: 'ok', category: savedOf(9, body) }];

/** A category as the server returns it. */
export const savedOf = (id: number, body: object) => ({
  ...aCategory(id, 'New'),
  ...body,
  parent_title: null,
  products_count: 0,
  count: 0,
  total_count: 0,
  children: [],
});
