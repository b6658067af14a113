import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { orderStatuses, returnedStatuses } from '../../src/contract/order-rules.ts';
import { expectRefused } from '../support/client.ts';
import { partRefundsOn } from '../support/part-refunds.ts';
import { databaseKind, startTestServer, type TestServer, type TestUserName } from '../support/test-server.ts';

let server: TestServer;
let placeOrder: Actions['placeOrder'];
let returnPart: Actions['returnPart'];
let setStatus: Actions['setStatus'];
let aminasAccount: Actions['aminasAccount'];
let ledgerFaults: Actions['ledgerFaults'];
beforeEach(async () => {
  server = await startTestServer();
  ({ placeOrder, returnPart, setStatus, aminasAccount, ledgerFaults } = partRefundsOn(server));
  return () => server.close();
});

type Actions = ReturnType<typeof partRefundsOn>;

test(`RF-04 of two admins with fifty parts each at once, every accepted one is of what its admin saw, on ${databaseKind}`, async () => {
  const id = await placeOrder(90);
  let left = 90;

  const answers = await Promise.all(
    (['sara', 'root'] as const).flatMap((who) =>
      Array.from({ length: 50 }, async (_, turn) => {
        const amount = 1 + (turn % 3);
        // Half of them know what was left a moment ago, the others what was left at the beginning.
        if (turn % 2) await Promise.resolve();
        const answer = await returnPart(who, id, { amount, seen: turn % 2 ? left : 90 });
        if (answer.status === 200) left = Math.min(left, 90 - answer.body.order.refunded);
        return { amount, answer };
      }),
    ),
  );

  const done = answers.filter(({ answer }) => answer.status === 200);
  expect(answers.filter(({ answer }) => ![200, 409].includes(answer.status))).toEqual([]);
  expect(done.length).toBeGreaterThanOrEqual(1);
  const returned = done.reduce((sum, { amount }) => sum + amount, 0);
  expect(returned).toBeLessThan(90);
  const { balance, sum, orders } = await aminasAccount();
  expect([balance, sum, orders[0]!.refunded_cents]).toEqual([
    1_000 + returned * 100,
    1_000 + returned * 100,
    returned * 100,
  ]);
  expect(await ledgerFaults()).toEqual([]);
});

test(`RF-04 parts that two admins return again and again, each of what is left by then, never reach the price, on ${databaseKind}`, async () => {
  const id = await placeOrder(9);

  const run = async (who: TestUserName) => {
    const statuses: number[] = [];
    for (let turn = 0; turn < 50; turn += 1) {
      const { body } = await server.as(who).get(`/api/orders?search=${id}`);
      const remaining = Math.round((9 - (body.data[0].refunded ?? 0)) * 100) / 100;
      statuses.push((await returnPart(who, id, { amount: 0.25, seen: remaining })).status);
    }
    return statuses;
  };
  const statuses = (await Promise.all([run('sara'), run('root')])).flat();

  expect(statuses.filter((status) => ![200, 409, 422].includes(status))).toEqual([]);
  const { orders, balance } = await aminasAccount();
  expect(orders[0]!.refunded_cents).toBe(875);
  expect(balance).toBe(9_975);
  expect(statuses.filter((status) => status === 200)).toHaveLength(35);
  expect(await ledgerFaults()).toEqual([]);
});

test('RF-04 OF-06 the same key returns a part once, also when the order is returned by then', async () => {
  const id = await placeOrder();
  const key = randomUUID();

  const burst = await Promise.all(
    Array.from({ length: 8 }, () => returnPart('sara', id, { amount: 4, seen: 15 }, key)),
  );
  await setStatus(id, 'refunded');
  const replayed = await returnPart('sara', id, { amount: 4, seen: 15 }, key);
  const reused = await returnPart('sara', id, { amount: 3, seen: 15 }, key);

  expect(burst.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  expect([replayed.status, replayed.body.order]).toMatchObject([200, { refunded: 4, status: 'refunded' }]);
  expectRefused(reused, 422, 'IDEMPOTENCY_KEY_REUSED');
  expect((await aminasAccount()).lines.filter(({ part }) => part > 0)).toHaveLength(1);
  const outcome = await server.as('sara').get(`/api/outcomes/${key}`);
  expect(outcome.body).toMatchObject({ state: 'applied', touched: expect.arrayContaining([`orders:${id}`]) });
});

type Step = { status: (typeof orderStatuses)[number] } | { share: number; isStale: boolean };

/** A change of status, or a part as a share of what is left, sometimes for an amount that was left before. */
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ status: fc.constantFrom(...orderStatuses) }),
  fc.record({
    share: fc.double({ min: 0.001, max: 1.2, noNaN: true }),
    isStale: fc.boolean(),
  }),
);

const isReturned = (status: string): boolean => returnedStatuses.some((one) => one === status);

/** Makes a change and notes what it must have done; returns whether it must be accepted, and whether it was. */
async function apply(
  id: number,
  change: Step,
  expected: { status: string; refunded: number },
): Promise<{ isRight: boolean; isDone: boolean }> {
  if ('status' in change) {
    expected.status = change.status;
    return { isRight: true, isDone: (await setStatus(id, change.status)).status === 200 };
  }
  const left = 8_000 - expected.refunded;
  const cents = Math.max(1, Math.floor((left * change.share) / 4));
  const isRight = !isReturned(expected.status) && !change.isStale && cents < left;
  if (isRight) expected.refunded += cents;
  const seen = (change.isStale ? left + 1 : left) / 100;
  return { isRight, isDone: (await returnPart('sara', id, { amount: cents / 100, seen })).status === 200 };
}

test(`RF-03 RF-07 after each of two hundred changes of status and parts the ledger is right, on ${databaseKind}`, async () => {
  const id = await placeOrder(80);
  const [steps] = fc.sample(fc.array(step, { minLength: 200, maxLength: 200 }), { numRuns: 1, seed: 20_261_127 });
  const expected = { status: 'new', refunded: 0 };

  for (const [turn, change] of steps!.entries()) {
    const { isRight, isDone } = await apply(id, change, expected);
    const left = 8_000 - expected.refunded;
    const balance = 10_000 - (isReturned(expected.status) ? 0 : left);
    expect([turn, isDone]).toEqual([turn, isRight]);
    expect([turn, (await aminasAccount()).balance, await ledgerFaults()]).toEqual([turn, balance, []]);
  }
  expect(expected.refunded).toBeGreaterThan(0);
});

/** Rows as no server writes them; the hashes do not fit either. */
async function damage(id: number, rows: { part: number; amount_cents: number }[], refunded: number): Promise<void> {
  const { db } = server.services;
  const { lines } = await aminasAccount();
  const { id: _, ...last } = lines.at(-1)!;
  for (const row of rows)
    await db
      .insertInto('ledger')
      .values({
        ...last,
        ...row,
        order_id: id,
        kind: 'return',
        cycle: 1,
        key: randomUUID(),
        before_cents: 0,
        after_cents: row.amount_cents,
      })
      .execute();
  await db.updateTable('orders').set({ refunded_cents: refunded }).where('id', '=', id).execute();
}

test('RF-07 verify names each order whose parts do not add up, have a gap, or whose rest is wrong, with its amounts', async () => {
  const [more, gap, missing] = [await placeOrder(), await placeOrder(), await placeOrder()];
  const of = (id: number) => `order ${id} of user ${server.users.amina.id}`;

  await damage(more, [{ part: 1, amount_cents: 400 }], 300);
  await damage(
    gap,
    [
      { part: 1, amount_cents: 100 },
      { part: 3, amount_cents: 100 },
    ],
    200,
  );
  await damage(missing, [], 250);

  const faults = (await ledgerFaults()).filter((fault) => fault.startsWith('order'));
  expect(faults).toEqual([
    `${of(more)}: ledger -11, expected -12, difference 1`,
    `${of(missing)}: ledger -15, expected -12.5, difference -2.5`,
    `${of(more)}: returned in parts 3, in the ledger 4, difference -1`,
    `${of(gap)}: the 2 returned parts (2) are not numbered from 1 to 2, the last is 3`,
    `${of(missing)}: returned in parts 2.5, in the ledger 0, difference 2.5`,
  ]);
});

test('RF-07 the database refuses more than the price, a part that is no return, and a status without the rest', async () => {
  const id = await placeOrder();
  const { db } = server.services;
  await returnPart('sara', id, { amount: 5, seen: 15 });
  const orders = () => db.updateTable('orders').where('id', '=', id);
  const { id: _, ...row } = (await aminasAccount()).lines.at(-1)!;

  await expect(orders().set({ refunded_cents: 1_501 }).execute()).rejects.toThrow(/check/i);
  await expect(orders().set({ refunded_cents: -1 }).execute()).rejects.toThrow(/check/i);
  await expect(
    db
      .insertInto('ledger')
      .values({ ...row, part: 2, kind: 'add', key: randomUUID() })
      .execute(),
  ).rejects.toThrow(/check/i);
  await expect(
    db
      .insertInto('ledger')
      .values({ ...row, key: randomUUID() })
      .execute(),
  ).rejects.toThrow(/unique/i);
  await expect(orders().set({ status: 'refunded' }).execute()).rejects.toThrow('together with the rest');
  await orders().set({ status: 'completed' }).execute();
});
