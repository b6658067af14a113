import {
  createProduct,
  listAllProducts,
  listProducts,
  readProduct,
  updateProduct,
} from '../../../contract/products.ts';
import { route } from '../../platform/http/route.ts';
import { allProducts, productPage, showProduct } from './operations.ts';
import { addProduct, editProduct, setAvailable } from './write-product.ts';
import { handlersOf, type MutationHandler } from '../../platform/changes/synced.ts';

export const routes = [
  route(listProducts, productPage),
  route(listAllProducts, allProducts),
  route(readProduct, showProduct),
  route(createProduct, addProduct),
  route(updateProduct, editProduct),
];

/** The changes to products that an admin's device may make offline. */
export const mutations: readonly MutationHandler[] = handlersOf('product.availability', setAvailable);
