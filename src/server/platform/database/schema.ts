import type { Generated } from 'kysely';
import type * as help from './schema-help.ts';
import type * as shop from './schema-shop.ts';
import type * as system from './schema-system.ts';
import type * as tickets from './schema-tickets.ts';
import type * as topups from './schema-topups.ts';

/**
 * The tables, the same on SQLite and PostgreSQL: amounts in cents, times in ms since epoch, booleans as 0/1, lists
 * as JSON text. `rev` counts the versions of a synced row; the device keeps the highest.
 */
export interface Database {
  users: Users;
  sessions: Sessions;
  letters: system.Letters;
  mail_tokens: system.MailTokens;
  throttles: system.Throttles;
  categories: Categories;
  products: Products;
  product_variants: ProductVariants;
  product_categories: ProductCategories;
  articles: help.Articles;
  article_votes: help.ArticleVotes;
  deliveries: shop.Deliveries;
  cities: shop.Cities;
  rates: shop.Rates;
  files: system.Files;
  orders: Orders;
  order_items: OrderItems;
  ledger: Ledger;
  topup_methods: topups.TopupMethods;
  topups: topups.Topups;
  topup_files: topups.TopupFiles;
  saved_answers: shop.SavedAnswers;
  stock: shop.Stock;
  code_batches: shop.CodeBatches;
  codes: shop.Codes;
  stock_watches: shop.StockWatches;
  tickets: tickets.Tickets;
  responses: tickets.Responses;
  ticket_files: system.TicketFiles;
  notifications: system.Notifications;
  outcomes: system.Outcomes;
  audit: system.Audit;
  feed_inbox: system.FeedInbox;
  feed: system.Feed;
  feed_head: system.FeedHead;
  unsent: system.Unsent;
  presence: system.Presence;
  house: system.SystemFacts;
}

type Flag = number;
type Cents = number;
type Ms = number;
type Json = string;

export interface Users {
  id: Generated<number>;
  name: string;
  email: string;
  username: string | null;
  /** null until the address is confirmed (D-19) or a password is set; argon2id in PHC form. */
  password_hash: string | null;
  pin_hash: string | null;
  /** Wrong PINs in a row, counted before they are checked; at ten the PIN is disabled (D-7). */
  pin_failures: Generated<number>;
  pin_locked_until: Generated<Ms | null>;
  role_id: number;
  is_active: Flag;
  /** When the address was confirmed; null: not yet. */
  confirmed_at: Ms | null;
  locale: string;
  /** Kinds of e-mail that the user has switched off. */
  muted_mail: Generated<Json>;
  /** Kinds of notification that the user has switched off. */
  muted_notifications: Generated<Json>;
  /** Written by the ledger alone; CHECK (balance_cents >= 0). */
  balance_cents: Generated<Cents>;
  login_times: Generated<number>;
  last_login_at: Ms | null;
  last_action_at: Ms | null;
  search_text: string;
  sort_key: string;
  created_at: Ms;
  updated_at: Ms;
  deleted_at: Ms | null;
  rev: Generated<number>;
}

/** A signed-in device. The token itself is stored nowhere. */
interface Sessions {
  id: Generated<number>;
  token_hash: string;
  user_id: number;
  user_agent: string | null;
  address: string | null;
  created_at: Ms;
  used_at: Ms;
  revoked_at: Ms | null;
}

export interface Categories {
  id: Generated<number>;
  title: string;
  description: string | null;
  parent_id: number | null;
  is_active: Flag;
  /** The place among the categories with the same parent; equal ones follow their titles. */
  position: Generated<number>;
  search_text: string;
  sort_key: string;
  created_at: Ms;
  updated_at: Ms;
  rev: Generated<number>;
}

export interface Products {
  id: Generated<number>;
  title: string;
  description: string | null;
  image: string | null;
  price_cents: Cents;
  cost_cents: Cents;
  /** The lowest price of an active variant, or the price: lists sort and filter by it. */
  shown_price_cents: Cents;
  is_available: Flag;
  status: string;
  is_on_promo: Flag;
  has_variants: Flag;
  sku: Generated<string | null>;
  search_words: Generated<string | null>;
  video_url: Generated<string | null>;
  store_url: Generated<string | null>;
  /** Units left; null: the stock is not tracked. CHECK (quantity >= 0). */
  quantity: Generated<number | null>;
  /** What an order says (`OrderField[]`). */
  order_fields: Generated<Json>;
  /** In which quantities the product is ordered, and for how many units its price is. */
  quantity_min: Generated<number>;
  quantity_step: Generated<number>;
  quantity_max: Generated<number>;
  price_per: Generated<number>;
  /** Orders are delivered from imported codes, of which `stock` counts the free ones. */
  sells_codes: Generated<number>;
  orders_count: Generated<number>;
  search_text: string;
  sort_key: string;
  created_at: Ms;
  updated_at: Ms;
  rev: Generated<number>;
}

export interface ProductVariants {
  id: Generated<number>;
  product_id: number;
  title: string;
  price_cents: Cents;
  cost_cents: Cents;
  status: string;
  position: number;
  /** No longer sold; orders still name it. */
  deleted_at: Ms | null;
}

export interface ProductCategories {
  product_id: number;
  category_id: number;
  position: number;
}

export interface Orders {
  id: Generated<number>;
  user_id: number;
  /** Unique with user_id, forever (D-5). */
  key: string;
  status: string;
  total_cents: Cents;
  /** The sum of the parts that were returned (D-25); below the total unless both are 0. */
  refunded_cents: Generated<Cents>;
  cost_cents: Cents;
  user_name: string;
  /** The folded name; orders are sorted by it. */
  customer_key: Generated<string>;
  message: string | null;
  file_id: string | null;
  notes: string | null;
  /** What support has asked to correct (`Ask`); null for nothing. */
  ask: Generated<Json | null>;
  status_by: string | null;
  status_at: Ms | null;
  search_text: string;
  created_at: Ms;
  updated_at: Ms;
  deleted_at: Ms | null;
  rev: Generated<number>;
}

export interface OrderItems {
  id: Generated<number>;
  order_id: number;
  product_id: number;
  product_variant_id: number | null;
  product_name: string;
  variant_name: string | null;
  /** The price of all units: the unit price × quantity ÷ `price_per`, rounded up (D-22). */
  price_cents: Cents;
  cost_cents: Cents;
  quantity: Generated<number>;
  /** null: the price is that of the item, as in all orders from before there were quantities. */
  unit_price_cents: Generated<Cents | null>;
  price_per: Generated<number>;
  /** `Answer[]`, with the labels as they were; null where the product asked for nothing. */
  answers: Generated<Json | null>;
  /** Counts the rounds in which support has asked to correct them. */
  answers_round: Generated<number>;
  /** The item was delivered from codes. */
  has_codes: Generated<number>;
  /** The order has taken its units from the tracked stock and not given them back. */
  has_stock: Generated<Flag>;
}

/** Append-only: the database refuses UPDATE and DELETE. */
export interface Ledger {
  id: Generated<number>;
  user_id: number;
  kind: string;
  /** Signed; the sum of a user's rows is the balance. */
  amount_cents: Cents;
  before_cents: Cents;
  after_cents: Cents;
  order_id: number | null;
  /** The top-up request whose payment the row credits; unique. */
  topup_id: string | null;
  /** Counts the charges of one order; unique with order_id, kind and part. */
  cycle: number | null;
  /** 0 for all of what is charged; parts of an order's price that are returned count from 1, over all cycles. */
  part: Generated<number>;
  actor_id: number | null;
  note: string | null;
  /** The ISO 4217 code of the shop's currency, the same in all rows (D-18). */
  currency: string;
  /** Unique with actor_id, forever (D-5); random when the request had none. */
  key: string;
  created_at: Ms;
  /** SHA-256 over this row and the hash of the same user's row before (`contract/ledger-chain.ts`). */
  hash: string;
}
