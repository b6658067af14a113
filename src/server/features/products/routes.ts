import { listAllProducts, listProducts, readProduct } from '../../../contract/products.ts';
import { route } from '../../platform/http/route.ts';
import { allProducts, productPage, showProduct } from './operations.ts';

export const routes = [
  route(listProducts, productPage),
  route(listAllProducts, allProducts),
  route(readProduct, showProduct),
];
