import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { SignedIn } from '../../src/server/platform/context.ts';
import { inTransaction, type Work } from '../../src/server/platform/database/transaction.ts';
import { once, orRefuse, readKey, sealKey, type Intent, type Outcome } from '../../src/server/platform/once.ts';
import { Refusal } from '../../src/server/platform/refusal.ts';
import { findSession } from '../../src/server/platform/sessions.ts';
import { openWorld, type World } from '../support/world.ts';

type Once = typeof once;

/** A request of a signed-in user, as an operation gets it. */
async function contextOf(world: World, who: 'amina' | 'karim' = 'amina'): Promise<SignedIn> {
  const token = await world.signIn(who);
  const { person } = (await findSession(world.means.db, token, world.means.now()))!;
  const cookies = { read: () => undefined, write: () => undefined, clear: () => undefined };
  return {
    means: world.means,
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
async function leaveMark({ tx, key, now }: Work): Promise<string[]> {
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

async function marksOf(world: World): Promise<number> {
  return (await world.means.db.selectFrom('audit').select('id').where('action', '=', 'mark').execute()).length;
}

/** Sends the same packet eight times at once. */
async function hammer(world: World, doOnce: Once, intent: Intent): Promise<Outcome[]> {
  const amina = await contextOf(world);
  return Promise.all(Array.from({ length: 8 }, () => doOnce(amina, intent, leaveMark)));
}

/** The fault this file is about: look whether the key is known, then act. */
const lookThenAct: Once = async (ctx, intent, run) => {
  const { db, now } = ctx.means;
  const key = intent.key!;
  const known = await db.selectFrom('outcomes').select('touched').where('key', '=', key).executeTakeFirst();
  if (known) return { status: 200, code: 'SUCCESS', touched: JSON.parse(known.touched) as string[] };
  const touched = await inTransaction(db, async (tx) => {
    const references = await run({ tx, person: ctx.person, now: now(), key, means: ctx.means });
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

test('one key at once has one effect, and every packet gets its outcome', async () => {
  const world = await openWorld();

  for (let round = 0; round < 10; round += 1) {
    const key = randomUUID();
    const outcomes = await hammer(world, once, { key, kind: 'mark', args: {} });
    expect(outcomes).toEqual(Array(8).fill({ status: 200, code: 'SUCCESS', touched: [`tickets:${key}`] }));
  }

  expect(await marksOf(world)).toBe(10);
});

test('the test above sees the fault: without the claim one key has several effects', async () => {
  const world = await openWorld();

  await hammer(world, lookThenAct, { key: randomUUID(), kind: 'mark', args: {} });

  expect(await marksOf(world)).toBeGreaterThan(1);
});

test('the same key with other arguments is refused, and the order of fields makes no difference', async () => {
  const world = await openWorld();
  const key = randomUUID();
  const ask = async (args: unknown, kind = 'mark') => once(await contextOf(world), { key, kind, args }, leaveMark);
  await ask({ a: 1, b: { c: 2, d: 3 } });

  expect((await ask({ b: { d: 3, c: 2 }, a: 1 })).code).toBe('SUCCESS');
  expect(await ask({ a: 2, b: { c: 2, d: 3 } })).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' });
  expect(await ask({ a: 1, b: { c: 2, d: 3 } }, 'other')).toMatchObject({
    status: 422,
    code: 'IDEMPOTENCY_KEY_REUSED',
  });
  expect(await marksOf(world)).toBe(1);
});

test('a refusal undoes the effect and stays the outcome, with its fields and facts', async () => {
  const world = await openWorld();
  const intent = { key: randomUUID(), kind: 'mark', args: {} };

  const refused = await once(await contextOf(world), intent, async (work) => {
    await leaveMark(work);
    throw new Refusal('PRICE_CHANGED', { price: 12.5 });
  });
  const again = await once(await contextOf(world), intent, leaveMark);

  expect(refused).toEqual({ status: 409, code: 'PRICE_CHANGED', details: { price: 12.5 }, touched: [] });
  expect(again).toEqual(refused);
  expect(await marksOf(world)).toBe(0);
  expect(() => orRefuse(again)).toThrow(expect.objectContaining({ code: 'PRICE_CHANGED', details: { price: 12.5 } }));
  const fields = await once(await contextOf(world), { ...intent, key: randomUUID() }, async () => {
    throw new Refusal('INVALID_FIELDS', { subject: ['required'] });
  });
  expect(fields.errors).toEqual({ subject: ['required'] });
});

test('what may still change leaves the key free', async () => {
  const world = await openWorld();
  const intent = { key: randomUUID(), kind: 'mark', args: {} };
  const fails = async (error: Error) => once(await contextOf(world), intent, () => Promise.reject(error));

  await expect(fails(new Error('the disk is full'))).rejects.toThrow('the disk is full');
  await expect(fails(new Refusal('TOO_MANY_REQUESTS'))).rejects.toThrow('TOO_MANY_REQUESTS');
  await expect(fails(new Refusal('WAITS_FOR_ANOTHER'))).rejects.toThrow('WAITS_FOR_ANOTHER');

  expect(await readKey(await contextOf(world), intent.key)).toEqual({ state: 'unknown', touched: [] });
  expect((await once(await contextOf(world), intent, leaveMark)).code).toBe('SUCCESS');
});

test('a sealed key stays sealed: a late packet has no effect', async () => {
  const world = await openWorld();
  const intent = { key: randomUUID(), kind: 'mark', args: {} };

  expect(await sealKey(await contextOf(world), intent.key)).toEqual({ state: 'cancelled', touched: [] });
  expect(await once(await contextOf(world), intent, leaveMark)).toEqual({
    status: 409,
    code: 'CANCELLED',
    touched: [],
  });
  expect(await readKey(await contextOf(world), intent.key)).toEqual({ state: 'cancelled', touched: [] });
  expect(await marksOf(world)).toBe(0);
});

test('a seal and its packet at once: either it was applied, or it never will be', async () => {
  const world = await openWorld();
  const seen = new Set<string>();
  const amina = await contextOf(world);

  for (let round = 0; round < 30; round += 1) {
    const before = await marksOf(world);
    const intent = { key: randomUUID(), kind: 'mark', args: {} };
    const seal = new Promise((resolve) => setTimeout(resolve, round % 8)).then(() => sealKey(amina, intent.key));
    const [outcome, told] = await Promise.all([once(amina, intent, leaveMark), seal]);
    const applied = (await marksOf(world)) - before;
    expect({ told: told.state, code: outcome.code, applied }).toEqual(
      applied === 1
        ? { told: 'applied', code: 'SUCCESS', applied }
        : { told: 'cancelled', code: 'CANCELLED', applied: 0 },
    );
    seen.add(told.state);
  }

  expect(seen).toContain('applied');
});

test('a key belongs to its person: another person may use the same', async () => {
  const world = await openWorld();
  const intent = { key: randomUUID(), kind: 'mark', args: {} };
  const amina = await contextOf(world);
  const karim = await contextOf(world, 'karim');

  await once(amina, intent, leaveMark);
  await once(karim, intent, leaveMark);

  expect(await marksOf(world)).toBe(2);
});
