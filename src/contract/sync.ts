import * as z from 'zod/mini';
import { success } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { printable, Uuid, When } from './fields.ts';
import { batchMax, entities, heldMax } from './sync-limits.ts';

/** A table of a device that follows the server. */
export type EntityName = (typeof entities)[number];

/** A row as the server has it now, or `row: null` when it is gone or no longer for this person. The higher `rev` wins. */
export const Change = z.object({
  entity: z.enum(entities),
  key: z.string(),
  rev: z.number(),
  row: z.nullable(z.record(z.string(), z.unknown())),
});
export type Change = { entity: EntityName; key: string; rev: number; row: Record<string, unknown> | null };

/** A lane as it is kept for other devices; our own apps know no other ones. */
export const HeldLane = z.string().check(z.maxLength(100), printable);

/** One queued action. `id` is its Idempotency-Key for ever; `lane` names the record whose order must be kept. */
export const Mutation = z.object({
  id: Uuid,
  kind: z.string(),
  v: z.number(),
  lane: z.string(),
  args: z.record(z.string(), z.unknown()),
});
export type Mutation = z.infer<typeof Mutation>;

/** What became of a mutation: 200 applied · 409/412 conflict · 400 403 404 410 413 422 refused · 424 426 500 not yet. */
export const MutationResult = z.object({
  id: z.string(),
  status: z.number(),
  code: z.string(),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  /** Of a conflict: `{ current, by, at }`. */
  details: z.optional(z.record(z.string(), z.unknown())),
  /** The rows the mutation touched, read fresh. */
  rows: z.array(Change),
});
export type MutationResult = {
  id: string;
  status: number;
  code: string;
  errors?: Record<string, string[]>;
  details?: Record<string, unknown>;
  rows: Change[];
};

export const SyncRequest = z.object({
  protocol: z.number(),
  /** The server database's identity as last seen; null on a new device. */
  epoch: z.nullable(z.string()),
  /** Opaque: how far this device has followed the changes; null on a new device. */
  cursor: z.nullable(z.string()),
  /** Opaque: how far the first load has come; null before it begins and after it has ended. */
  before: z.nullable(z.string()),
  mutations: z.array(Mutation).check(z.maxLength(batchMax)),
  /** Lanes of which the device holds changes that this request does not bring; a device of an earlier version names none. */
  held: z.optional(z.array(HeldLane).check(z.maxLength(heldMax))),
});
export type SyncRequest = z.infer<typeof SyncRequest>;

/** A record of which another device holds changes that it has not sent. */
const UnsentElsewhere = z.object({
  lane: z.string(),
  /** Of the same person; else of another admin, which only admins are told. */
  own: z.boolean(),
  by: z.string(),
  /** When that device said so last. */
  at: When,
});
export type UnsentElsewhere = z.infer<typeof UnsentElsewhere>;

export interface SyncAnswer {
  code: 'SUCCESS';
  epoch: string;
  /** The cursor cannot be followed any more (restored database, other role, too old): empty the cache, start anew. */
  reset: boolean;
  results: MutationResult[];
  changes: Change[];
  /** The first load, newest first within a table. */
  older: Change[];
  cursor: string;
  before: string | null;
  /** There are further changes to ask for at once. */
  more: boolean;
  /** Rows of the whole first load, told with its first answer; null otherwise. */
  total: number | null;
  /** The server's clock, ISO. */
  now: string;
  /** Newest first. A server of an earlier version says nothing. */
  elsewhere?: UnsentElsewhere[];
}

/** Pushes what waits and pulls what is new (D-4). */
export const sync = endpoint({
  name: 'sync',
  method: 'POST',
  path: '/api/sync',
  audience: 'signedIn',
  input: SyncRequest,
  output: success({
    epoch: z.string(),
    reset: z.boolean(),
    results: z.array(MutationResult),
    changes: z.array(Change),
    older: z.array(Change),
    cursor: z.string(),
    before: z.nullable(z.string()),
    more: z.boolean(),
    total: z.nullable(z.number()),
    now: z.string(),
    elsewhere: z.optional(z.array(UnsentElsewhere)),
  }),
});

/** A server-sent event stream without content: every event means "there is something to pull". */
export const syncEvents = endpoint({
  name: 'syncEvents',
  method: 'GET',
  path: '/api/sync/events',
  audience: 'signedIn',
  input: z.object({}),
  output: z.any(),
});

const outcomeStates = ['applied', 'refused', 'cancelled', 'unknown'] as const;

export const Outcome = success({
  state: z.enum(outcomeStates),
  /** Of a refused key: the refusal's code. */
  refusal: z.optional(z.string()),
  /** The records a finished key touched, as `entity:key`. */
  touched: z.array(z.string()),
});

/** Reads what became of a key; `unknown` may still become anything. */
export const readOutcome = endpoint({
  name: 'readOutcome',
  method: 'GET',
  path: '/api/outcomes/:key',
  audience: 'signedIn',
  input: z.object({ key: Uuid }),
  output: Outcome,
});

/** Answers `applied` or `refused`, or else seals the key for ever: `cancelled` (sync.md, "Server"). */
export const cancelOutcome = endpoint({
  name: 'cancelOutcome',
  method: 'POST',
  path: '/api/outcomes/cancel',
  audience: 'signedIn',
  input: z.object({ key: Uuid }),
  output: Outcome,
});
