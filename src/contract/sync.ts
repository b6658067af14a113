import * as z from 'zod/mini';
import { success } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { printable, Uuid, IsoTime } from './fields.ts';
import { PublicShop } from './shop.ts';
import { batchMax, entities, heldLanesMax, namedTablesMax } from './sync-limits.ts';

/** A table of a device that follows the server. */
export type EntityName = (typeof entities)[number];

/**
 * The current row of the server, or `row: null` when it is deleted or not visible to this user. Of two changes to a row,
 * the one with the higher `rev` is valid.
 */
export const Change = z.object({
  entity: z.enum(entities),
  key: z.string(),
  rev: z.number(),
  row: z.nullable(z.record(z.string(), z.unknown())),
});
export type Change = z.infer<typeof Change>;

/** The name of a lane, in the format that devices may report to others. */
export const HeldLane = z.string().check(z.maxLength(100), printable);

/** One queued action. `id` is its Idempotency-Key forever; the mutations of one `lane` keep their order. */
export const Mutation = z.object({
  id: Uuid,
  kind: z.string(),
  v: z.number(),
  lane: z.string(),
  args: z.record(z.string(), z.unknown()),
});
export type Mutation = z.infer<typeof Mutation>;

/**
 * The result of a mutation, by status: 200 applied · 409/412 conflict · 400 403 404 410 413 422 refused · 424 426 500
 * not decided yet, to be sent again.
 */
export const MutationResult = z.object({
  id: z.string(),
  status: z.number(),
  code: z.string(),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  /** For a conflict `{ current, by, at }`. */
  details: z.optional(z.record(z.string(), z.unknown())),
  /** The rows the mutation touched, as they are now. */
  rows: z.array(Change),
});
export type MutationResult = z.infer<typeof MutationResult>;

export const SyncRequest = z.object({
  protocol: z.number(),
  /** The identity of the server's database as last seen; null on a new device. */
  epoch: z.nullable(z.string()),
  /** Opaque: the position up to which this device has followed the changes; null on a new device. */
  cursor: z.nullable(z.string()),
  /** Opaque: the position of the first load; null before it begins and after it has ended. */
  before: z.nullable(z.string()),
  mutations: z.array(Mutation).check(z.maxLength(batchMax)),
  /** Lanes with unsent changes that are not in this request; missing from devices of an earlier version. */
  held: z.optional(z.array(HeldLane).check(z.maxLength(heldLanesMax))),
  /**
   * The tables that the device stores: the answer has rows of no others (D-27). Names that the server does not know are
   * ignored; missing from devices of an earlier version, which store `entitiesUnlessNamed`.
   */
  entities: z.optional(z.array(z.string()).check(z.maxLength(namedTablesMax))),
});
export type SyncRequest = z.infer<typeof SyncRequest>;

/** A record for which another device has unsent changes. */
const UnsentElsewhere = z.object({
  lane: z.string(),
  /** Whether the device belongs to the same user; otherwise to another admin, which only admins learn. */
  own: z.boolean(),
  by: z.string(),
  /** When the other device last reported it. */
  at: IsoTime,
});
export type UnsentElsewhere = z.infer<typeof UnsentElsewhere>;

/** The answer to a pass. Fields that are optional are missing from servers of an earlier version. */
const SyncAnswer = success({
  epoch: z.string(),
  /**
   * The cursor is no longer valid (restored database, other role, too old): the device must empty its cache and load
   * everything again.
   */
  reset: z.boolean(),
  results: z.array(MutationResult),
  /** Also, for admins, the users whose orders and tickets are in the answer: a device stores only a part of the users. */
  changes: z.array(Change),
  /** Rows of the first load, newest first within a table. */
  older: z.array(Change),
  cursor: z.string(),
  before: z.nullable(z.string()),
  /** Whether there are further changes to request at once. */
  more: z.boolean(),
  /** Number of rows of the whole first load, with its first response; null otherwise. */
  total: z.nullable(z.number()),
  /** The server's clock, ISO. */
  now: z.string(),
  /** Newest first. */
  elsewhere: z.optional(z.array(UnsentElsewhere)),
  /** The ISO 4217 code of the shop's currency; earlier shops were in euros. */
  currency: z.optional(z.string()),
  /** The revision of the articles that the user may see (`listArticles`). */
  articles: z.optional(z.string()),
  /** Name and opening hours of the shop. */
  shop: z.optional(PublicShop),
});
export type SyncAnswer = z.infer<typeof SyncAnswer>;

/** Pushes queued changes and pulls new ones (D-4). */
export const sync = endpoint({
  name: 'sync',
  method: 'POST',
  path: '/api/sync',
  audience: 'signedIn',
  input: SyncRequest,
  output: SyncAnswer,
});

/** A stream of server-sent events without content: every event means "there is something to pull". */
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
  /** The code of the refusal; only for a refused key. */
  refusal: z.optional(z.string()),
  /** The records a finished key touched, as `entity:key`. */
  touched: z.array(z.string()),
});

/** Returns the state of a key; an `unknown` key may still be applied, refused or cancelled later. */
export const readOutcome = endpoint({
  name: 'readOutcome',
  method: 'GET',
  path: '/api/outcomes/:key',
  audience: 'signedIn',
  input: z.object({ key: Uuid }),
  output: Outcome,
});

/** Returns `applied` or `refused`; otherwise cancels the key permanently and returns `cancelled`. */
export const cancelOutcome = endpoint({
  name: 'cancelOutcome',
  method: 'POST',
  path: '/api/outcomes/cancel',
  audience: 'signedIn',
  input: z.object({ key: Uuid }),
  output: Outcome,
});
