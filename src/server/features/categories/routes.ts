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
import { create, update } from './write-category.ts';

export const routes = [
  route(listParentCategories, parentCategories),
  route(listAllCategories, allCategories),
  route(listCategories, categoryPage),
  route(listCategoryProducts, categoryProducts),
  route(createCategory, create),
  route(updateCategory, update),
];
