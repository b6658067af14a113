import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { Change, MutationResult, SyncAnswer, SyncRequest } from '../../src/contract/sync.ts';
import { addresses } from '../../src/client/api/addresses.ts';
import { CallFailure, type FailureFacts, type FailureKind } from '../../src/client/api/failure.ts';
import { openDatabase, type Factory, type LocalDatabase } from '../../src/client/local/database.ts';
import { newId } from '../../src/client/local/ids.ts';
import type { Author } from '../../src/client/local/stored.ts';
import type { Line, Outside } from '../../src/client/sync/line.ts';

export const amina: Author = { id: 3, name: 'Amina', email: 'amina@example.test', role: 'user' };
export const sara: Author = { id: 2, name: 'Sara', email: 'sara@example.test', role: 'admin' };

/** What the server says to one call: an answer, or a failure that `call` throws. */
export type Said = Record<string, unknown> | CallFailure;
/** Says what becomes of one call. */
export type Server = (path: string, input: never) => Said | Promise<Said>;

export interface TestDevice {
  db: LocalDatabase;
  outside: Outside;
  /** What was asked, in order. */
  asked: { path: string; input: Record<string, unknown>; key?: string | undefined }[];
  /** The passes' requests among them. */
  requests(): SyncRequest[];
  clock: { now: number };
  session: { token: string | null };
  server: Server;
}

/** A person's device with nothing on it unless `factory` has it, and a server that says what the test wants. */
export async function deviceOf(
  person: Author,
  server: Server = () => nothingNew(),
  factory: Factory = { indexedDB: new IDBFactory(), IDBKeyRange },
): Promise<TestDevice> {
  const db = openDatabase(person.id, factory);
  await db.setFact('person', person);
  const clock = { now: Date.UTC(2026, 10, 20, 14, 23) };
  const session: TestDevice['session'] = { token: 'token' };
  const asked: TestDevice['asked'] = [];
  const call = async (address: { path: string }, input: Record<string, unknown>, options?: { key?: string }) => {
    asked.push({ path: address.path, input: structuredClone(input), key: options?.key });
    const said = await device.server(address.path, input as never);
    if (said instanceof CallFailure) throw said;
    return said;
  };
  const line: Line = { token: async () => session.token, call: call as Line['call'] };
  const wait = async (ms: number) => void (clock.now += ms);
  const means = { now: () => clock.now, random: () => 0.5, newId: () => newId(clock.now++), wait };
  const requests = () =>
    asked.filter(({ path }) => path === addresses.sync.path).map(({ input }) => input as unknown as SyncRequest);
  const device: TestDevice = { db, outside: { line, means }, asked, requests, clock, session, server };
  return device;
}

/** An answer to a pass in which nothing happened. */
export const nothingNew = (told: Partial<SyncAnswer> = {}): Record<string, unknown> => ({
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
  ...told,
});

/** A server that gives every mutation of a pass this result. */
export const eachMutation =
  (result: Partial<MutationResult>, told: Partial<SyncAnswer> = {}): Server =>
  (path, input: SyncRequest) =>
    path === addresses.sync.path
      ? nothingNew({
          results: input.mutations.map(({ id }) => ({ id, status: 200, code: 'SUCCESS', rows: [], ...result })),
          ...told,
        })
      : { code: 'SUCCESS', state: 'cancelled', touched: [] };

export const fails = (kind: FailureKind, facts: FailureFacts = {}): CallFailure => new CallFailure(kind, facts);

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

/** What a person writes into the form of a new ticket. */
export const newTicket = (id: string = newId()) => ({
  id,
  subject: 'No code',
  type: 'order' as const,
  content: 'The code did not come',
  order_id: null,
});
