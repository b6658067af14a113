import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { Change, MutationResult, SyncAnswer, SyncRequest } from '../../src/contract/sync.ts';
import { addresses } from '../../src/client/api/addresses.ts';
import { CallFailure, type FailureFacts, type FailureKind } from '../../src/client/api/failure.ts';
import type { DatabaseFactory, LocalDatabase } from '../../src/client/local/database.ts';
import { openPageDatabase } from '../../src/client/local/rows-in-memory/page-database.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import type { Author } from '../../src/client/local/stored.ts';
import type { Transport, SyncEnvironment } from '../../src/client/sync/transport.ts';

export const amina: Author = { id: 3, name: 'Amina', email: 'amina@example.test', role: 'user' };
export const sara: Author = { id: 2, name: 'Sara', email: 'sara@example.test', role: 'admin' };

/** The result of one call: an answer, or a failure that `call` throws. */
export type CallResult = Record<string, unknown> | CallFailure;
/** Answers one call of a device. */
export type Server = (path: string, input: never) => CallResult | Promise<CallResult>;

export interface TestDevice {
  db: LocalDatabase;
  environment: SyncEnvironment;
  /** The calls, in order. */
  calls: { path: string; input: Record<string, unknown>; key?: string | undefined }[];
  /** The requests of the passes. */
  requests(): SyncRequest[];
  clock: { now: number };
  session: { token: string | null };
  server: Server;
}

/** A user's device with the databases of `factory`, empty by default; `server` answers its calls. */
export async function deviceOf(
  person: Author,
  server: Server = () => nothingNew(),
  factory: DatabaseFactory = { indexedDB: new IDBFactory(), IDBKeyRange },
): Promise<TestDevice> {
  const db = openPageDatabase(person.id, factory);
  await db.setFact('person', person);
  const clock = { now: Date.UTC(2026, 10, 20, 14, 23) };
  const session: TestDevice['session'] = { token: 'token' };
  const calls: TestDevice['calls'] = [];
  const call = async (address: { path: string }, input: Record<string, unknown>, options?: { key?: string }) => {
    calls.push({ path: address.path, input: structuredClone(input), key: options?.key });
    const callResult = await device.server(address.path, input as never);
    if (callResult instanceof CallFailure) throw callResult;
    return callResult;
  };
  const transport: Transport = { token: async () => session.token, call: call as Transport['call'] };
  const wait = async (ms: number, end?: Promise<unknown>) => (end ? end : void (clock.now += ms));
  const runtime = { now: () => clock.now, random: () => 0.5, newId: () => uuidv7(clock.now++), wait };
  const requests = () =>
    calls.filter(({ path }) => path === addresses.sync.path).map(({ input }) => input as unknown as SyncRequest);
  const device: TestDevice = { db, environment: { transport, runtime }, calls, requests, clock, session, server };
  return device;
}

/** An answer to a pass: it has no results and no changes, except those in `fields`. */
export const nothingNew = (fields: Partial<SyncAnswer> = {}): Record<string, unknown> => ({
  code: 'SUCCESS',
  epoch: 'e1',
  reset: false,
  results: [],
  changes: [],
  older: [],
  cursor: 'c1',
  before: null,
  more: false,
  total: null,
  now: '2026-11-20T14:23:00.000Z',
  ...fields,
});

/** A server that gives every mutation of a pass this result, and cancels every key. */
export const eachMutation =
  (result: Partial<MutationResult>, fields: Partial<SyncAnswer> = {}): Server =>
  (path, input: SyncRequest) =>
    path === addresses.sync.path
      ? nothingNew({
          results: input.mutations.map(({ id }) => ({ id, status: 200, code: 'SUCCESS', rows: [], ...result })),
          ...fields,
        })
      : { code: 'SUCCESS', state: 'cancelled', touched: [] };

export const callFailure = (kind: FailureKind, facts: FailureFacts = {}): CallFailure => new CallFailure(kind, facts);

/** The server's row of a ticket. */
export const ticketRow = (id: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  id,
  number: 1042,
  user_id: amina.id,
  user_name: amina.name,
  user_email: amina.email,
  subject: 'No code',
  content: 'The code did not come',
  type: 'order',
  priority: 'medium',
  status: 'new',
  order_id: null,
  assignee_id: null,
  responses_count: 0,
  last_response_by: null,
  last_response_at: null,
  attachments: [],
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
  ...more,
});

export const ticketChange = (id: string, rev: number, more: Record<string, unknown> = {}): Change => ({
  entity: 'tickets',
  key: id,
  rev,
  row: { ...ticketRow(id, more), rev },
});

/** The fields of a new ticket's form. */
export const newTicket = (id: string = uuidv7()) => ({
  id,
  subject: 'No code',
  type: 'order' as const,
  content: 'The code did not come',
  order_id: null,
});
