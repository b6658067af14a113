import type { Generated } from 'kysely';

/* Tables of the system: the mail queue, throttles, outcomes, audit, feed, facts, files, unsent changes. */

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
  /** Unique: only one e-mail is queued per key; null when an e-mail may be repeated. */
  once_key: string | null;
  created_at: Ms;
}

/** Single-use links of e-mails, hashed. */
export interface MailTokens {
  token_hash: string;
  kind: string;
  user_id: number;
  /** `confirm`: the name the account takes when the link is clicked (D-19); null once the link is used or invalid. */
  name: string | null;
  password_hash: string | null;
  locale: string | null;
  /** `email`: the new address of the account. */
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

/** The stored result of an Idempotency-Key (OF-06): references of touched rows, never their contents. */
export interface Outcomes {
  user_id: number;
  key: string;
  /** SHA-256 of kind and arguments; empty when the key was cancelled before it arrived. */
  fingerprint: string;
  /** `sealed`: the key was cancelled. */
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
  /** The session of the device that acted. */
  session_id: number | null;
  action: string;
  entity: string;
  entity_key: string;
  old_value: Json | null;
  new_value: Json | null;
  key: string | null;
  created_at: Ms;
}

/** Changed rows of committed and running transactions, not yet numbered. */
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

/** One row: the last number of the feed, and the number up to which rows about deletions were removed. */
export interface FeedHead {
  id: number;
  seq: number;
  floor: number;
}

/** Facts about this database: `epoch`, `ticket_number` … */
export interface SystemFacts {
  name: string;
  value: string;
}

/**
 * A delivery proof or an attachment; its device chose the id, and the content is in the file store under `stored`.
 */
export interface Files {
  id: string;
  /** The uploader. */
  user_id: number;
  /** The name the user gave it. */
  name: string;
  /** Media type, determined by content. */
  type: string;
  /** Bytes as stored. */
  size: number;
  /** SHA-256 of the bytes as sent, hex. */
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

/** A record for which a device (its session) has reported unsent changes. */
export interface Unsent {
  session_id: number;
  /** The name of the lane on the device: the ticket's id, `order:<id>` … */
  lane: string;
  user_id: number;
  seen_at: Ms;
}

/** A user who has a ticket open on a device (its session). */
export interface Presence {
  ticket_id: string;
  session_id: number;
  user_id: number;
  /** `viewing` or `writing`, since when, and when the device last reported it. */
  state: string;
  since: Ms;
  seen_at: Ms;
}

export interface Notifications {
  id: string;
  user_id: number;
  kind: string;
  about: Json;
  read_at: Ms | null;
  created_at: Ms;
  rev: Generated<number>;
}
