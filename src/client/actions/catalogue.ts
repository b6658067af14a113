import type { Action } from './action.ts';

export const setProductAvailable: Action<'product.availability'> = {
  kind: 'product.availability',
  v: 1,
  lane: ({ product_id }) => `product:${product_id}`,
  effects: ({ product_id, is_available }) => [
    { table: 'products', key: String(product_id), apply: (row) => row && { ...row, is_available } },
  ],
  merge: (_unsent, next) => next,
};

export const setCategoryActive: Action<'category.active'> = {
  kind: 'category.active',
  v: 1,
  lane: ({ category_id }) => `category:${category_id}`,
  effects: ({ category_id, is_active }) => [
    { table: 'categories', key: String(category_id), apply: (row) => row && { ...row, is_active } },
  ],
  merge: (_unsent, next) => next,
};
