/** `asc`: lowest, oldest or first in the alphabet first. */
export const directions = ['asc', 'desc'] as const;
export type Direction = (typeof directions)[number];

/**
 * What a list can be sorted by, each with its usual direction. In this direction rows with the same value are newest
 * first; the other direction is the exact reverse. The first sort of a list is its default.
 */
export type Sorts = Readonly<Record<string, Direction>>;

export const orderSorts = { date: 'desc', amount: 'desc', customer: 'asc', status: 'asc' } as const satisfies Sorts;
export const ticketSorts = {
  created: 'desc',
  updated: 'desc',
  waiting: 'asc',
  priority: 'desc',
} as const satisfies Sorts;
export const userSorts = { joined: 'desc', name: 'asc', balance: 'desc' } as const satisfies Sorts;
export const productSorts = {
  created: 'desc',
  title: 'asc',
  price: 'desc',
  orders: 'desc',
  stock: 'asc',
} as const satisfies Sorts;
export const topupSorts = { date: 'desc', amount: 'desc' } as const satisfies Sorts;
