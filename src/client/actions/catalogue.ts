import type { Action } from './action.ts';

/** Makes a product available or unavailable. */
export const setProductAvailable: Action<'product.availability'> = {
  kind: 'product.availability',
  v: 1,
  lane: ({ product_id }) => `product:${product_id}`,
  effects: ({ product_id, is_available }) => [
    { table: 'products', key: String(product_id), apply: (row) => row && { ...row, is_available } },
  ],
  merge: (_unsent, next) => next,
};

/** Switches a category on or off. */
export const setCategoryActive: Action<'category.active'> = {
  kind: 'category.active',
  v: 1,
  lane: ({ category_id }) => `category:${category_id}`,
  effects: ({ category_id, is_active }) => [
    { table: 'categories', key: String(category_id), apply: (row) => row && { ...row, is_active } },
  ],
  merge: (_unsent, next) => next,
};

/** Says whether an article helped. It changes no row of the device: votes are counted on the server. */
export const voteOnArticle: Action<'article.vote'> = {
  kind: 'article.vote',
  v: 1,
  lane: ({ article_id }) => `article:${article_id}`,
  effects: () => [],
  merge: (_unsent, next) => next,
};

/** Gives a category a new position among those of its parent. */
export const moveCategory: Action<'category.move'> = {
  kind: 'category.move',
  v: 1,
  lane: ({ category_id }) => `category:${category_id}`,
  effects: ({ category_id, position }) => [
    { table: 'categories', key: String(category_id), apply: (row) => row && { ...row, position } },
  ],
  merge: (_unsent, next) => next,
};
