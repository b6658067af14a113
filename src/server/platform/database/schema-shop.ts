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

/** The free codes of a product and its variant (0 for none), whose row is locked while their number changes. */
export interface Stock {
  product_id: number;
  variant_id: number;
  free: Generated<number>;
  /** The number at which admins are notified; null: never. */
  low_at: number | null;
  level: Generated<string>;
  rev: Generated<number>;
}

/** Codes that were imported together. */
export interface CodeBatches {
  id: Generated<number>;
  product_id: number;
  variant_id: number;
  /** Of one code; null: not known. */
  cost_cents: Cents | null;
  note: string | null;
  count: number;
  created_by: number;
  created_by_name: string;
  created_at: Ms;
}

export interface Codes {
  id: Generated<number>;
  /** A UUIDv7 that the ciphertext is bound to. */
  uid: string;
  batch_id: number;
  product_id: number;
  variant_id: number;
  /** `v1.<key id>.<…>` (`crypto/code-cipher.ts`). */
  ciphertext: string;
  /** The key with which it is encrypted: 8 hex digits. */
  key_id: string;
  /** Equal for equal codes of the whole shop; unique. */
  mark: string;
  state: string;
  order_item_id: number | null;
  sold_at: Ms | null;
  revealed_at: Ms | null;
  revealed_by_name: string | null;
  /** The uid of the code that replaces this faulty one. */
  replaced_by: string | null;
  fence: Generated<number>;
  /** 8.64e15 for never. */
  expires_at: Ms;
  created_at: Ms;
}

/** Customers who are notified when a product or variant can be ordered again. */
export interface StockWatches {
  user_id: number;
  product_id: number;
  variant_id: number;
  created_at: Ms;
}
