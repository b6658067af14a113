import type { Generated } from 'kysely';

/* Tables of the requests with which customers add to their balances. */

type Flag = number;
type Cents = number;
type Ms = number;
type Json = string;

export interface TopupMethods {
  id: Generated<number>;
  /** `{ en, fr, ar }`, of which at least one exists; so are the steps, and the labels of the accounts. */
  name: Json;
  steps: Json;
  /** `[{ label, value }]` */
  accounts: Json;
  min_cents: Cents;
  max_cents: Cents;
  /** One of `topupProofs`. */
  proof: string;
  is_active: Flag;
  position: number;
  created_at: Ms;
  updated_at: Ms;
  rev: Generated<number>;
}

export interface Topups {
  id: string;
  number: number;
  user_id: number;
  user_name: string;
  method_id: number;
  /** The name of the method when the request was opened, by language. */
  method_name: Json;
  amount_cents: Cents;
  /** Set exactly while the status is `approved`; the ledger then has one row with this amount. */
  credited_cents: Cents | null;
  slip_number: string | null;
  /** The number as it is compared (`foldedSlipNumber`). */
  slip_number_key: string | null;
  /** `2026-11-24` */
  paid_on: string | null;
  note: string | null;
  status: string;
  reason: string | null;
  decision_note: string | null;
  decided_by: number | null;
  decided_by_name: string | null;
  decided_at: Ms | null;
  /** At most five requests that may be about the same payment: `[{ id, cause }]`. */
  alike: Json;
  search_text: string;
  created_at: Ms;
  updated_at: Ms;
  rev: Generated<number>;
}

export interface TopupFiles {
  file_id: string;
  topup_id: string;
  position: number;
}
