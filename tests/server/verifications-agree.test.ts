import { beforeEach, expect, test } from 'vitest';
import type { LedgerRow } from '../../src/contract/balance.ts';
import { computeHashes } from '../../src/client/features/balance/compute-hashes.ts';
import { findFault } from '../../src/client/features/balance/find-fault.ts';
import type { LedgerHead } from '../../src/client/local/meta.ts';
import { createRandom } from '../../src/server/demo/random.ts';
import { findFaults } from '../../src/server/ledger/verify.ts';
import { withHashes } from '../support/ledger-rows.ts';
import { databaseKind, startTestServer, type TestServer, type TestUserName } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

interface Movement {
  before_cents: number;
  amount_cents: number;
  after_cents: number;
}

const count = 500;
const random = createRandom('places');
/** The same movements each time. */
const story = (): Movement[] => {
  const random = createRandom('movements');
  let balance = 0;
  return Array.from({ length: count }, (_, at) => {
    const before_cents = balance;
    const amount_cents = at === 0 ? 100_000 : random.int(-Math.min(balance, 3_333), 3_333) || 1;
    balance += amount_cents;
    return { before_cents, amount_cents, after_cents: balance };
  });
};

/** The rows of these movements in a user's ledger. */
const rowsOf = (who: TestUserName, movements: readonly Movement[]) =>
  movements.map((movement, at) => ({
    ...movement,
    user_id: server.users[who].id,
    kind: movement.amount_cents < 0 ? 'subtract' : 'add',
    order_id: null,
    cycle: null,
    actor_id: server.users.sara.id,
    note: at % 3 ? null : `№ ${at} "شاي"`,
    key: `${who} ${at}`,
    created_at: at,
    currency: 'EUR',
  }));

type HashedRows = ReturnType<typeof withHashes<ReturnType<typeof rowsOf>[number]>>;

/** Gives a user these movements with these hashes, and the balance of the last one. */
async function store(rows: HashedRows): Promise<void> {
  const { db } = server.services;
  for (let start = 0; start < rows.length; start += 100)
    await db
      .insertInto('ledger')
      .values(rows.slice(start, start + 100))
      .execute();
  const { user_id, after_cents } = rows.at(-1)!;
  await db.updateTable('users').set({ balance_cents: after_cents }).where('id', '=', user_id).execute();
}

/** Reads the whole history as a device does, oldest first. */
async function readHistory(who: TestUserName): Promise<LedgerRow[]> {
  const rows: LedgerRow[] = [];
  for (let page = 1; page <= count / 100; page++)
    rows.push(...(await server.as(who).get(`/api/app/balance/history?per_page=100&page=${page}`)).body.data.data);
  return rows.toReversed();
}

/** Verifies a history as a device does that remembers these hashes; returns the movement that does not fit. */
async function verifyAsDevice(who: TestUserName, heads: readonly LedgerHead[] = []) {
  const rows = await readHistory(who);
  const computed = await computeHashes(rows, server.users[who].id);
  const { balance } = (await server.as(who).get('/api/app/balance')).body;
  const fault = findFault(rows, { kept: [], heads, computed, balance });
  return fault && { id: fault.id, kind: fault.kind };
}

/** The movements of a user that the server's verification names. */
const verifyOnServer = async (who: TestUserName): Promise<number[]> => {
  const { faults } = await findFaults(server.services.reader);
  return faults
    .filter((fault) => fault.startsWith(`user ${server.users[who].id}:`))
    .flatMap((fault) => /ledger row (\d+)/.exec(fault)?.[1] ?? [])
    .map(Number);
};

test(`S2B-26 OF-30 device and server find the same faults in ${count} movements: none, one changed cent, one removed movement, on ${databaseKind}`, async () => {
  const at = random.int(2, count - 2);
  await store(withHashes(rowsOf('amina', story())));
  expect((await findFaults(server.services.reader)).faults).toEqual([]);
  expect(await verifyAsDevice('amina')).toBeNull();

  const changed = withHashes(rowsOf('karim', story()));
  changed[at]!.amount_cents += 1;
  changed[at]!.after_cents += 1;
  await store(changed);
  await store(withHashes(rowsOf('sara', story())).toSpliced(at, 1));

  for (const who of ['karim', 'sara'] as const) {
    const [first, ...others] = await verifyOnServer(who);
    expect(first).toBe((await readHistory(who))[at]!.id);
    expect(others.filter((id) => id < first!)).toEqual([]);
    expect((await verifyAsDevice(who))?.id).toBe(first);
  }
  expect(await verifyAsDevice('amina')).toBeNull();
});

test(`OF-30 the server finds a changed note under right balances, and a movement that begins at another balance under right hashes, on ${databaseKind}`, async () => {
  const at = random.int(2, count - 2);
  const noted = withHashes(rowsOf('amina', story()));
  noted[at]!.note = 'changed';
  await store(noted);
  const shifted = story();
  for (const [index, cents] of [
    [at, 1],
    [at + 1, -1],
  ] as const) {
    shifted[index]!.before_cents += cents;
    shifted[index]!.amount_cents -= cents;
  }
  await store(withHashes(rowsOf('karim', shifted)));

  expect(await verifyOnServer('amina')).toEqual([(await readHistory('amina'))[at]!.id]);
  const { [at]: first, [at + 1]: second } = await readHistory('karim');
  expect(await verifyOnServer('karim')).toEqual([first!.id, second!.id]);
});

test(`S2B-26 a history written again from one cent on, with all hashes, is found only by a device that remembers one of them, on ${databaseKind}`, async () => {
  const at = random.int(150, 250);
  const seen = withHashes(rowsOf('karim', story()));
  const rewritten = story().map(({ before_cents, amount_cents, after_cents }, index) => ({
    before_cents: before_cents + (index > at ? 1 : 0),
    amount_cents: amount_cents + (index === at ? 1 : 0),
    after_cents: after_cents + (index >= at ? 1 : 0),
  }));
  await store(withHashes(rowsOf('karim', rewritten)));
  const ids = (await readHistory('karim')).map(({ id }) => id);
  const headAt = (index: number) => ({ id: ids[index]!, hash: seen[index]!.hash, epoch: 'this' });

  expect((await findFaults(server.services.reader)).faults).toEqual([]);
  expect(await verifyAsDevice('karim')).toBeNull();
  expect(await verifyAsDevice('karim', [headAt(99)])).toBeNull();
  expect(await verifyAsDevice('karim', [headAt(99), headAt(299), headAt(499)])).toEqual({
    id: ids[299],
    kind: 'rewritten',
  });
});
