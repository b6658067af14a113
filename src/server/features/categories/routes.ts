import {
  createCategory,
  listAllCategories,
  listCategories,
  listCategoryProducts,
  listParentCategories,
  updateCategory,
} from '../../../contract/categories.ts';
import { route } from '../../platform/http/route.ts';
import { allCategories, categoryPage, categoryProducts, parentCategories } from './operations.ts';
import { addCategory, editCategory, moveCategory, setActive } from './write-category.ts';
import { handlersOf, type MutationHandler } from '../../platform/changes/synced.ts';

export const routes = [
  route(listParentCategories, parentCategories),
  route(listAllCategories, allCategories),
  route(listCategories, categoryPage),
  route(listCategoryProducts, categoryProducts),
  route(createCategory, addCategory),
  route(updateCategory, editCategory),
];

/** The changes to categories that an admin's device may make offline. */
export const mutations: readonly MutationHandler[] = [
  handlersOf('category.active', setActive),
  handlersOf('category.move', moveCategory),
].flat();
