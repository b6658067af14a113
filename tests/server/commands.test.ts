import { expect, test } from 'vitest';
import { knownMigrations } from '../../src/server/platform/database/migrate.ts';
import { openDatabase } from '../../src/server/platform/database/open.ts';
import type { Database } from '../../src/server/platform/database/schema.ts';
import { locationOf, readSettings } from '../../src/server/platform/base/settings.ts';
import type { Kysely } from 'kysely';
import { clientOf } from '../support/client.ts';
import { withHashes } from '../support/ledger-rows.ts';
import { emptyInstallation, runCommand, startProgram } from '../support/programs.ts';

/** Opens the database of an installation, runs `act` and closes it. */
async function withDatabaseOf<T>(
  installation: Record<string, string>,
  act: (db: Kysely<Database>) => Promise<T>,
): Promise<T> {
  const { db, close } = await openDatabase(readSettings(installation).database, (error) =>
    expect.unreachable(error.message),
  );
  try {
    return await act(db);
  } finally {
    await close();
  }
}

const ledgerRow = (user_id: number, before: number, amount: number, key: string) => ({
  user_id,
  kind: 'add',
  amount_cents: amount,
  before_cents: before,
  after_cents: before + amount,
  currency: 'EUR',
  key,
  created_at: 0,
});

test('of three migrate commands at once, one applies the migrations and the others wait', async () => {
  const installation = await emptyInstallation();

  const runs = await Promise.all([1, 2, 3].map(() => runCommand('migrate', installation)));

  expect(runs.map(({ code, out, err }) => `${code} ${out}${err}`).toSorted()).toEqual([
    `0 Made a new shop in ${locationOf(readSettings(installation).database)}. Applied ${knownMigrations.join(', ')}\n`,
    '0 Nothing to apply\n',
    '0 Nothing to apply\n',
  ]);
});

test('S9-02 the root admin is created with a password from standard input, and can sign in', async () => {
  const installation = await emptyInstallation();
  const args = ['--email', 'Root@Example.test', '--password-stdin'];

  const made = await runCommand('create-root', installation, { args, input: 'une phrase assez longue\n' });

  expect(made).toEqual({ code: 0, err: '', out: 'The root admin root@example.test was created.\n' });
  const { url } = await startProgram(installation);
  const guest = clientOf(url, async () => ({}));
  const login = await guest.post('/api/auth/login', {
    email: 'root@example.test',
    password: 'une phrase assez longue',
  });
  expect(login.body.data.user).toMatchObject({ id: 1, role: 'admin', is_active: true });
});

test('create-root gives an existing root admin a new address and password, shown once, and ends root’s sessions', async () => {
  const installation = await emptyInstallation();
  await runCommand('create-root', installation, { args: ['--email', 'root@example.test'] });
  await withDatabaseOf(installation, (db) =>
    db.insertInto('sessions').values({ token_hash: 'x', user_id: 1, created_at: 1, used_at: 1 }).execute(),
  );

  const again = await runCommand('create-root', installation, { args: ['--email', 'boss@example.test'] });

  expect(again.out).toMatch(/^The root admin boss@example\.test was changed\.\nPassword \(shown once\): [\w-]{20}\n$/);
  const [users, sessions] = await withDatabaseOf(installation, async (db) => [
    await db.selectFrom('users').select(['id', 'email', 'password_hash']).execute(),
    await db.selectFrom('sessions').select('revoked_at').execute(),
  ]);
  expect(users).toEqual([{ id: 1, email: 'boss@example.test', password_hash: expect.stringContaining('$argon2id$') }]);
  expect(sessions[0]!.revoked_at).not.toBeNull();
});

test.each([
  [['--email', 'nobody'], '', 'Usage'],
  [['--email', 'root@example.test', '--password-stdin'], 'short', 'at least 8 characters'],
  [['--email', 'root@example.test', '--password-stdin'], 'password123', 'common one'],
])('create-root %j with the password %j is refused', async (args, input, words) => {
  const refused = await runCommand('create-root', await emptyInstallation(), { args, input });

  expect(refused.code).toBe(1);
  expect(refused.err).toContain(words);
});

test('OF-30 verify accepts correct balances, and names the user with a wrong one', async () => {
  const installation = await emptyInstallation();
  await runCommand('create-root', installation, { args: ['--email', 'root@example.test'] });
  await withDatabaseOf(installation, async (db) => {
    await db
      .insertInto('ledger')
      .values(withHashes([ledgerRow(1, 0, 1000, 'a'), ledgerRow(1, 1000, 250, 'b')]))
      .execute();
    await db.updateTable('users').set({ balance_cents: 1250 }).execute();
  });

  const right = await runCommand('verify', installation);
  await withDatabaseOf(installation, (db) => db.updateTable('users').set({ balance_cents: 1300 }).execute());
  const wrong = await runCommand('verify', installation);

  expect([right.code, right.err]).toEqual([0, '']);
  expect(right.out).toMatch(/^1 balances recomputed from 2 ledger rows in [\d.]+ s: 0 faults\n$/);
  expect([wrong.code, wrong.err]).toEqual([1, 'user 1: balance 13, ledger 12.5, difference 0.5\n']);
});

test('OF-30 verify names a broken chain of balances, an order without a charge and a refund without a return', async () => {
  const installation = await emptyInstallation();
  await runCommand('create-root', installation, { args: ['--email', 'root@example.test'] });
  const order = {
    user_id: 1,
    total_cents: 400,
    cost_cents: 0,
    user_name: 'Root',
    search_text: '',
    created_at: 0,
    updated_at: 0,
  };
  await withDatabaseOf(installation, async (db) => {
    await db
      .insertInto('orders')
      .values([
        { ...order, id: 11, status: 'new', key: '1' },
        { ...order, id: 12, status: 'refunded', key: '2' },
      ])
      .execute();
    await db
      .insertInto('ledger')
      .values(withHashes([ledgerRow(1, 0, 900, 'a'), { ...ledgerRow(1, 800, -400, 'b'), order_id: 12, cycle: 1 }]))
      .execute();
    await db.updateTable('users').set({ balance_cents: 500 }).execute();
  });

  const { code, err } = await runCommand('verify', installation);

  expect(code).toBe(1);
  expect(err.trim().split('\n')).toEqual([
    expect.stringMatching(/^user 1: ledger row 2 begins at 8, the one before ends at 9$/),
    'order 11 of user 1: ledger 0, expected -4, difference 4',
    'order 12 of user 1: ledger -4, expected 0, difference -4',
  ]);
});
