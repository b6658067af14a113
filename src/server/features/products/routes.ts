import {
  createProduct,
  listAllProducts,
  listProducts,
  readProduct,
  updateProduct,
} from '../../../contract/products.ts';
import { route } from '../../platform/http/route.ts';
import { allProducts, productPage, showProduct } from './operations.ts';
import { create, update } from './write-product.ts';

export const routes = [
  route(listProducts, productPage),
  route(listAllProducts, allProducts),
  route(readProduct, showProduct),
  route(createProduct, create),
  route(updateProduct, update),
];
