import {
  listAllCategories,
  listCategories,
  listCategoryProducts,
  listParentCategories,
} from '../../../contract/categories.ts';
import { route } from '../../platform/http/route.ts';
import { allCategories, categoryPage, categoryProducts, parentCategories } from './operations.ts';

export const routes = [
  route(listParentCategories, parentCategories),
  route(listAllCategories, allCategories),
  route(listCategories, categoryPage),
  route(listCategoryProducts, categoryProducts),
];
