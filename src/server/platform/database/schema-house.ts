import type { Generated } from 'kysely';

/* What the house keeps for its own working: letters, throttles, outcomes, audit, feed, facts, files. */

type Flag = number;
type Ms = number;
type Json = string;

/** The mail queue: written in the business transaction, sent by the worker. */
export interface Letters {
  id: Generated<number>;
  recipient: string;
  subject: string;
  body_text: string;
  body_html: string;
  locale: string;
  attempts: Generated<number>;
  next_at: Ms;
  leased_until: Ms | null;
  sent_at: Ms | null;
  error: string | null;
  /** Unique: what this e-mail may be queued for only once; null without such a rule. */
  once_key: string | null;
  created_at: Ms;
}

/** Single-use links of letters, hashed. */
export interface MailTokens {
  token_hash: string;
  kind: string;
  user_id: number;
  /** `confirm`: what the account takes when this link is clicked (D-19); null once the link is used or spent. */
  name: string | null;
  password_hash: string | null;
  locale: string | null;
  /** `email`: the address the account takes. */
  email: string | null;
  expires_at: Ms;
  used_at: Ms | null;
  created_at: Ms;
}

export interface Throttles {
  bucket: string;
  window_start: Ms;
  count: number;
}

/** What became of an Idempotency-Key (sync.md, "Server"): references of touched rows, never their contents. */
export interface Outcomes {
  user_id: number;
  key: string;
  /** SHA-256 of kind and arguments; empty when the key was sealed before it arrived. */
  fingerprint: string;
  state: 'running' | 'done' | 'sealed';
  status: number;
  code: string;
  /** FieldErrors and details of a refusal. */
  refusal: Json | null;
  /** `["tickets:<id>", …]` */
  touched: Json;
  created_at: Ms;
}

export interface Audit {
  id: Generated<number>;
  actor_id: number | null;
  /** The device it was done on. */
  session_id: number | null;
  action: string;
  entity: string;
  entity_key: string;
  old_value: Json | null;
  new_value: Json | null;
  key: string | null;
  created_at: Ms;
}

/** Changed rows of committed and running transactions, not numbered yet. */
export interface FeedInbox {
  id: Generated<number>;
  scope: string;
  entity: string;
  key: string;
  rev: number;
  deleted: Flag;
}

/** Changed rows in the order they were committed: one row per scope, entity and key. */
export interface Feed {
  scope: string;
  entity: string;
  key: string;
  seq: number;
  rev: number;
  deleted: Flag;
  changed_at: Ms;
}

/** One row: the last number given, and below which number tombstones are forgotten. */
export interface FeedHead {
  id: number;
  seq: number;
  floor: number;
}

/** Facts about this database: `epoch`, `ticket_number` … */
export interface House {
  name: string;
  value: string;
}

/** A delivery proof or an attachment under the id its device gave it; the content is in the file home under `stored`. */
export interface Files {
  id: string;
  /** Who sent it. */
  user_id: number;
  /** As the person called it. */
  name: string;
  /** Media type by content. */
  type: string;
  /** Bytes, as kept. */
  size: number;
  /** SHA-256 of the bytes as they were sent, hex. */
  digest: string;
  stored: string;
  created_at: Ms;
}

/** A file of a ticket; `response_id` is null for a file of the ticket's own text. */
export interface TicketFiles {
  file_id: string;
  ticket_id: string;
  response_id: string | null;
  /** From 0, in the order of the message. */
  position: number;
}

/** A record of which a device (its session) said that it holds changes it has not sent. */
export interface Unsent {
  session_id: number;
  /** As the device names it: the ticket's id, `order:<id>` … */
  lane: string;
  user_id: number;
  seen_at: Ms;
}
