import type { RoleName } from '../../contract/people.ts';
import type { EntityName } from '../../contract/sync.ts';
import type { Row } from './rows.ts';

/*
 * What a person made or is owed. These schemas are frozen: every released build must be able to read what any other
 * one wrote, so fields are only ever added, and only optional ones.
 */

/** `sent` means "may have arrived"; `failed` and `conflict` are parked: they wait for the person. */
type ItemState = 'queued' | 'sent' | 'failed' | 'conflict';

/** An action that waits. `id` is its Idempotency-Key for ever, order comes from `seq`, never from a clock. */
export interface OutboxItem {
  seq: number;
  id: string;
  kind: string;
  v: number;
  /** The record whose order must be kept, for example the ticket's id. */
  lane: string;
  args: Record<string, unknown>;
  state: ItemState;
  /** How often it was sent. */
  attempts: number;
  /** How often the server broke on it. */
  faults?: number;
  error?: ItemError;
  /** Its person wants it gone: when the server says that its id is sealed, it goes. */
  dropping?: true;
  /** Who did it: what rows made on this device show before the server has answered. */
  by: Author;
  /** Milliseconds by the server's clock, as far as this device knew it; for display only. */
  createdAt: number;
}

/** An action that the server has accepted, without the texts a person wrote. */
export interface SentItem extends Pick<OutboxItem, 'id' | 'kind' | 'v' | 'lane' | 'args'> {
  role: RoleName;
  /** Milliseconds; when its acceptance arrived. */
  at: number;
}

/** Why an item is parked, or why it was not taken last time. */
export interface ItemError {
  status: number;
  code: string;
  errors?: Record<string, string[]>;
  /** Of a conflict: `{ current, by, at }`. */
  details?: Record<string, unknown>;
  /** The server has not decided on this id: before the person may change or drop the item, the id must be sealed. */
  open?: boolean;
}

export interface Author {
  id: number;
  name: string;
  email: string;
  role: RoleName;
}

/** The server's row while something is folded onto it; `row: null` when the server has none. */
export interface Shadow {
  table: EntityName;
  /** As on the wire. */
  key: string;
  row: Row | null;
  rev: number;
}

/** A money call whose outcome is not known, or is known and was not seen yet. `about` never holds a PIN. */
export interface Pledge {
  key: string;
  state: 'asked' | 'settled';
  /** A request went out and no answer came. */
  unanswered?: true;
  /** The endpoint's name. */
  call: string;
  about: Record<string, unknown>;
  outcome?: 'applied' | 'refused' | 'cancelled';
  /** Of a refusal: its code. */
  refusal?: string;
  /** What an applied call touched, as `entity:key`. */
  touched?: string[];
  createdAt: number;
}

export interface Draft {
  k: string;
  value: unknown;
  updatedAt: number;
}

/** A proof file that waits with its item. */
export interface StoredFile {
  id: string;
  type: string;
  bytes: ArrayBuffer;
  /** As the person called it. */
  name?: string;
  /** The server has it. */
  sent?: true;
}

/** A line of the diary of passes: numbers and codes, never content. */
export interface LogLine {
  n: number;
  /** Milliseconds. */
  at: number;
  what: string;
  sent?: number;
  received?: number;
  code?: string;
  ms?: number;
}
