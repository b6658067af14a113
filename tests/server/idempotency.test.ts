import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { SignedIn } from '../../src/server/platform/context.ts';
import { inTransaction, type TransactionContext } from '../../src/server/platform/database/transaction.ts';
import {
  runOnce,
  touchedOrThrow,
  readKey,
  cancelKey,
  type KeyedRequest,
  type StoredResult,
} from '../../src/server/platform/idempotency.ts';
import { Refusal } from '../../src/server/platform/base/refusal.ts';
import { findSession } from '../../src/server/platform/sessions.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

type RunOnce = typeof runOnce;

/** A request of a signed-in user, as an operation gets it. */
async function contextOf(server: TestServer, who: 'amina' | 'karim' = 'amina'): Promise<SignedIn> {
  const token = await server.signIn(who);
  const { person } = (await findSession(server.services.db, token, server.services.now()))!;
  const cookies = { read: () => undefined, write: () => undefined, clear: () => undefined };
  return {
    services: server.services,
    person,
    key: null,
    revision: null,
    requestId: '',
    address: '',
    userAgent: '',
    url: '',
    cookies,
    isStopping: () => false,
    isOperator: () => false,
  };
}

/** An effect that can be counted: one row in the audit log. */
async function insertMark({ tx, key, now }: TransactionContext): Promise<string[]> {
  const row = {
    actor_id: null,
    session_id: null,
    entity: 'marks',
    entity_key: String(key),
    old_value: null,
    new_value: null,
  };
  await new Promise((resolve) => setTimeout(resolve, 5));
  await tx
    .insertInto('audit')
    .values({ ...row, action: 'mark', key, created_at: now })
    .execute();
  return [`tickets:${key}`];
}

async function marksOf(server: TestServer): Promise<number> {
  return (await server.services.db.selectFrom('audit').select('id').where('action', '=', 'mark').execute()).length;
}

const requestsAtOnce = 8;
let looked = 0;
const onAllLooked: (() => void)[] = [];

async function allHaveLooked(): Promise<void> {
  looked += 1;
  const waiting = new Promise<void>((resolve) => onAllLooked.push(resolve));
  if (looked === requestsAtOnce) for (const go of onAllLooked) go();
  await waiting;
}

/** Runs the same request eight times at once. */
async function runConcurrently(server: TestServer, doOnce: RunOnce, request: KeyedRequest): Promise<StoredResult[]> {
  const amina = await contextOf(server);
  return Promise.all(Array.from({ length: requestsAtOnce }, () => doOnce(amina, request, insertMark)));
}

/**
 * A wrong `runOnce`, to show that the tests can fail: it looks whether the key is known, and then acts. The requests
 * wait for each other in between, because on a busy machine the first would end before the others begin.
 */
const checkThenAct: RunOnce = async (ctx, request, run) => {
  const { db, now } = ctx.services;
  const key = request.key!;
  const known = await db.selectFrom('outcomes').select('touched').where('key', '=', key).executeTakeFirst();
  if (known) return { status: 200, code: 'SUCCESS', touched: JSON.parse(known.touched) as string[] };
  await allHaveLooked();
  const touched = await inTransaction(db, async (tx) => {
    const references = await run({ tx, person: ctx.person, now: now(), key, services: ctx.services });
    const outcome = { fingerprint: '', state: 'done' as const, status: 200, code: 'SUCCESS', refusal: null };
    const row = { user_id: ctx.person.id, key, ...outcome, touched: JSON.stringify(references), created_at: now() };
    await tx
      .insertInto('outcomes')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return references;
  });
  return { status: 200, code: 'SUCCESS', touched };
};

test('OF-06 eight simultaneous requests with one key have one effect, and each gets the outcome', async () => {
  const server = await startTestServer();

  for (let round = 0; round < 10; round += 1) {
    const key = randomUUID();
    const outcomes = await runConcurrently(server, runOnce, { key, kind: 'mark', args: {} });
    expect(outcomes).toEqual(Array(requestsAtOnce).fill({ status: 200, code: 'SUCCESS', touched: [`tickets:${key}`] }));
  }

  expect(await marksOf(server)).toBe(10);
});

test('the test above can fail: when the key is not claimed first, the requests have several effects', async () => {
  const server = await startTestServer();

  await runConcurrently(server, checkThenAct, { key: randomUUID(), kind: 'mark', args: {} });

  expect(await marksOf(server)).toBeGreaterThan(1);
});

test('OF-06 the same key with other arguments is refused, and the order of fields makes no difference', async () => {
  const server = await startTestServer();
  const key = randomUUID();
  const ask = async (args: unknown, kind = 'mark') => runOnce(await contextOf(server), { key, kind, args }, insertMark);
  await ask({ a: 1, b: { c: 2, d: 3 } });

  expect((await ask({ b: { d: 3, c: 2 }, a: 1 })).code).toBe('SUCCESS');
  expect(await ask({ a: 2, b: { c: 2, d: 3 } })).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' });
  expect(await ask({ a: 1, b: { c: 2, d: 3 } }, 'other')).toMatchObject({
    status: 422,
    code: 'IDEMPOTENCY_KEY_REUSED',
  });
  expect(await marksOf(server)).toBe(1);
});

test('a refusal undoes the effect and is stored as the outcome, with its errors and details', async () => {
  const server = await startTestServer();
  const request = { key: randomUUID(), kind: 'mark', args: {} };

  const refused = await runOnce(await contextOf(server), request, async (transaction) => {
    await insertMark(transaction);
    throw new Refusal('PRICE_CHANGED', { price: 12.5 });
  });
  const again = await runOnce(await contextOf(server), request, insertMark);

  expect(refused).toEqual({ status: 409, code: 'PRICE_CHANGED', details: { price: 12.5 }, touched: [] });
  expect(again).toEqual(refused);
  expect(await marksOf(server)).toBe(0);
  expect(() => touchedOrThrow(again)).toThrow(
    expect.objectContaining({ code: 'PRICE_CHANGED', details: { price: 12.5 } }),
  );
  const fields = await runOnce(await contextOf(server), { ...request, key: randomUUID() }, async () => {
    throw new Refusal('INVALID_FIELDS', { subject: ['required'] });
  });
  expect(fields.errors).toEqual({ subject: ['required'] });
});

test('after a fault or a temporary refusal the key can be used again', async () => {
  const server = await startTestServer();
  const request = { key: randomUUID(), kind: 'mark', args: {} };
  const fails = async (error: Error) => runOnce(await contextOf(server), request, () => Promise.reject(error));

  await expect(fails(new Error('the disk is full'))).rejects.toThrow('the disk is full');
  await expect(fails(new Refusal('TOO_MANY_REQUESTS'))).rejects.toThrow('TOO_MANY_REQUESTS');
  await expect(fails(new Refusal('WAITS_FOR_ANOTHER'))).rejects.toThrow('WAITS_FOR_ANOTHER');

  expect(await readKey(await contextOf(server), request.key)).toEqual({ state: 'unknown', touched: [] });
  expect((await runOnce(await contextOf(server), request, insertMark)).code).toBe('SUCCESS');
});

test('a cancelled key stays cancelled: a late request has no effect', async () => {
  const server = await startTestServer();
  const request = { key: randomUUID(), kind: 'mark', args: {} };

  expect(await cancelKey(await contextOf(server), request.key)).toEqual({ state: 'cancelled', touched: [] });
  expect(await runOnce(await contextOf(server), request, insertMark)).toEqual({
    status: 409,
    code: 'CANCELLED',
    touched: [],
  });
  expect(await readKey(await contextOf(server), request.key)).toEqual({ state: 'cancelled', touched: [] });
  expect(await marksOf(server)).toBe(0);
});

test('of a request and its cancellation at once exactly one takes effect', async () => {
  const server = await startTestServer();
  const seen = new Set<string>();
  const amina = await contextOf(server);

  for (let round = 0; round < 30; round += 1) {
    const before = await marksOf(server);
    const request = { key: randomUUID(), kind: 'mark', args: {} };
    const cancelled = new Promise((resolve) => setTimeout(resolve, round % 8)).then(() =>
      cancelKey(amina, request.key),
    );
    const [outcome, keyState] = await Promise.all([runOnce(amina, request, insertMark), cancelled]);
    const applied = (await marksOf(server)) - before;
    expect({ state: keyState.state, code: outcome.code, applied }).toEqual(
      applied === 1
        ? { state: 'applied', code: 'SUCCESS', applied }
        : { state: 'cancelled', code: 'CANCELLED', applied: 0 },
    );
    seen.add(keyState.state);
  }

  expect(seen).toContain('applied');
});

test('D-5 a key belongs to its user: another user may use the same', async () => {
  const server = await startTestServer();
  const request = { key: randomUUID(), kind: 'mark', args: {} };
  const amina = await contextOf(server);
  const karim = await contextOf(server, 'karim');

  await runOnce(amina, request, insertMark);
  await runOnce(karim, request, insertMark);

  expect(await marksOf(server)).toBe(2);
});
