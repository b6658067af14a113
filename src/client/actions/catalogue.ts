import type { Action } from './action.ts';
import { setsField } from './set-field.ts';

/** Makes a product available or unavailable. */
export const setProductAvailable = setsField('product.availability', {
  table: 'products',
  field: 'is_available',
  idArg: 'product_id',
  valueArg: 'is_available',
  lanePrefix: 'product:',
});

/** Switches a category on or off. */
export const setCategoryActive = setsField('category.active', {
  table: 'categories',
  field: 'is_active',
  idArg: 'category_id',
  valueArg: 'is_active',
  lanePrefix: 'category:',
});

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
