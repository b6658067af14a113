import type { RoleName } from '../../contract/people.ts';
import type { EntityName } from '../../contract/sync.ts';
import type { Row } from './rows.ts';

/*
 * Users' own work on this device. These schemas are frozen: every released build must be able to read the rows of any
 * other, so only optional fields are ever added.
 */

/** `sent` means "may have arrived"; `failed` and `conflict` are parked until the user decides. */
type ItemState = 'queued' | 'sent' | 'failed' | 'conflict';

/** A pending action. `id` is its Idempotency-Key; `seq` alone sets the order, never a clock. */
export interface OutboxItem {
  seq: number;
  id: string;
  kind: string;
  /** The version of `args`. */
  v: number;
  /** The record whose changes must be sent in order, for example the ticket's id. */
  lane: string;
  args: Record<string, unknown>;
  state: ItemState;
  /** How often the item was sent. */
  attempts: number;
  /** How often the server failed on the item (result 500). */
  faults?: number;
  error?: ItemError;
  /** The user has discarded the item: it is removed when the server reports its id as cancelled. */
  dropping?: true;
  /** The upload that did not get through at the last try. */
  upload?: FailedUpload;
  /** The author, whom rows created on this device show until the server has answered. */
  by: Author;
  /** Milliseconds by the server's clock, as this device estimated it; for display only. */
  createdAt: number;
}

interface FailedUpload {
  /** The id of the file. */
  file: string;
  /** How often it was tried. */
  tries: number;
  /** Milliseconds by this device's clock: no tab and no service worker tries it again before, except at the user's request. */
  until: number;
}

/** An action that the server has accepted, without the user's texts. */
export interface SentItem extends Pick<OutboxItem, 'id' | 'kind' | 'v' | 'lane' | 'args'> {
  role: RoleName;
  /** Milliseconds; when the server's acceptance arrived. */
  at: number;
}

/** Why an item is parked, or why the server did not accept it at the last try. */
export interface ItemError {
  status: number;
  code: string;
  errors?: Record<string, string[]>;
  /** Of a conflict: `{ current, by, at }`. */
  details?: Record<string, unknown>;
  /** The server has not decided this item: its key must be cancelled before the item is changed or dropped. */
  open?: boolean;
}

export interface Author {
  id: number;
  name: string;
  email: string;
  role: RoleName;
}

/** The server's row, kept while changes of it are pending; `row: null` when the server has no such row. */
export interface Shadow {
  table: EntityName;
  /** As on the wire. */
  key: string;
  row: Row | null;
  rev: number;
}

/** A money call whose outcome is not known or was not seen yet (store `pledges`). `about` never holds a PIN. */
export interface PendingCall {
  key: string;
  state: 'asked' | 'settled';
  /** A request was sent, and its answer did not arrive. Not read: writing it has live queries read the calls again. */
  unanswered?: true;
  /** The endpoint's name. */
  call: string;
  about: Record<string, unknown>;
  outcome?: 'applied' | 'refused' | 'cancelled';
  /** The code of a refusal. */
  refusal?: string;
  /** The records that an applied call touched, as `entity:key`. */
  touched?: string[];
  createdAt: number;
}

export interface Draft {
  k: string;
  value: unknown;
  updatedAt: number;
  /** The id of the form that stored it, with a number; missing in drafts of earlier builds. */
  version?: string;
}

/** A file of a pending item. */
export interface StoredFile {
  id: string;
  type: string;
  bytes: ArrayBuffer;
  /** The user's name for the file. */
  name?: string;
  /** The file is uploaded. */
  sent?: true;
}

/** A line of the sync log: numbers and codes, never content. */
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

/** The number of calls whose outcome is not known, and how many of them create a user without an opening balance. */
export interface InDoubt {
  inDoubt: number;
  /** These are made like calls that move money, but move none. */
  usersInDoubt: number;
}

export const countInDoubt = (calls: readonly Pick<PendingCall, 'call' | 'about'>[]): InDoubt => ({
  inDoubt: calls.length,
  usersInDoubt: calls.filter(({ call, about }) => call === 'createUser' && about.amount === undefined).length,
});
