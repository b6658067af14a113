import type { Generated } from 'kysely';

/* Tables of the settings of the shop. */

type Cents = number;
type Ms = number;

/** The delivery companies. */
export interface Deliveries {
  id: Generated<number>;
  title: string;
  /** The title folded, by which rows are sorted; unique. */
  sort_key: string;
  created_at: Ms;
  updated_at: Ms;
  rev: Generated<number>;
}

/** The cities to which companies deliver, with the columns of a company. */
export type Cities = Deliveries;

/** The price of a company for a delivery to a city. */
export interface Rates {
  delivery_id: number;
  city_id: number;
  price_cents: Cents;
  updated_at: Ms;
  rev: Generated<number>;
}

/** The answers that customers keep for other orders. */
export interface SavedAnswers {
  id: string;
  user_id: number;
  save_as: string;
  name: string;
  value: string;
  used_at: Ms;
  deleted_at: Ms | null;
  rev: Generated<number>;
}
