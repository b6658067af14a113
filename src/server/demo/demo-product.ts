/** What is sold decides how it is delivered, what goes wrong with it and what the shop earns. */
export type Goods = 'code' | 'topup' | 'data' | 'licence' | 'device' | 'service';

export interface DemoVariant {
  title: string;
  /** Euros. */
  price: number;
  /** Sold no more: kept for the orders that name it. */
  retired?: boolean;
}

export interface DemoProduct {
  title: string;
  description: string;
  /** One to three Latin letters or digits, drawn on the picture. */
  mark: string;
  /** Slugs of child categories; the first is its home. */
  in: readonly string[];
  /** Euros; of a product with variants the lowest one's. */
  price: number;
  variants: readonly DemoVariant[];
  state: 'active' | 'inactive' | 'unavailable' | 'promo';
  /** Share of orders; 1 is ordinary. */
  demand: number;
  /** Added in the last months. */
  isNew: boolean;
}

type Extra = Partial<Pick<DemoProduct, 'state' | 'demand' | 'isNew'>>;

/** One line of the price list: where, title, mark, price in euros or variants, description. */
export function product(
  places: string,
  title: string,
  mark: string,
  price: number | readonly DemoVariant[],
  description: string,
  extra: Extra = {},
): DemoProduct {
  const variants = typeof price === 'number' ? [] : price;
  const lowest =
    typeof price === 'number'
      ? price
      : Math.min(...price.filter((variant) => !variant.retired).map((variant) => variant.price));
  return {
    title,
    description,
    mark,
    in: places.split(' '),
    price: lowest,
    variants,
    state: 'active',
    demand: 1,
    isNew: false,
    ...extra,
  };
}

/** Cards with a face value in euros, sold at that value times `fee`. */
export const faces = (values: readonly number[], fee = 1.02): DemoVariant[] =>
  values.map((value) => ({ title: `${value} €`, price: cents(value * fee) }));

/** Credit in another currency: `rate` is what one unit costs in euros, our fee included. */
export const credit = (unit: string, values: readonly number[], rate: number): DemoVariant[] =>
  values.map((value) => ({ title: `${value} ${unit}`, price: cents(value * rate) }));

/** Named choices with their price in euros: durations, colours, data volumes. */
export const choices = (...list: readonly (readonly [title: string, price: number])[]): DemoVariant[] =>
  list.map(([title, price]) => ({ title, price }));

/** Choices that are not sold any more. */
export const retired = (...list: readonly (readonly [title: string, price: number])[]): DemoVariant[] =>
  list.map(([title, price]) => ({ title, price, retired: true }));

const cents = (euros: number): number => Math.round(euros * 100) / 100;
