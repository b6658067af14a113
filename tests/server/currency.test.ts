import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { makeShop } from '../../src/server/demo/shop.ts';
import { findFaults } from '../../src/server/ledger/verify.ts';
import { migrate } from '../../src/server/platform/database/migrate.ts';
import { openWithoutMigrating } from '../../src/server/platform/database/open.ts';
import { withDatabase } from '../support/backups.ts';
import { createDevice } from '../support/device.ts';
import { withHashes } from '../support/ledger-rows.ts';
import { fastFolder } from '../support/machine.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { emptyInstallation, runCommand, startProgram } from '../support/programs.ts';
import { credit, orderTea, readAccount } from '../support/shop.ts';
import { databaseKind, startTestServer, takeMail } from '../support/test-server.ts';

const pin = '80412';
const keyed = () => ({ 'Idempotency-Key': randomUUID() });

test.each([
  ['LYD', 'en', 'LYD\u00a01,234.50'],
  ['TND', 'fr', '1\u202f234,50\u00a0TND'],
  ['LYD', 'ar', '1.234,50\u00a0د.ل.\u200f'],
])(
  'D-18 S9-01 in a shop in %s every movement, the e-mails in %s and what devices learn have this currency',
  async (currency, locale, amount) => {
    const server = await startTestServer({ env: { CURRENCY: currency } });
    const { amina, sara } = server.users;
    await server.services.db.updateTable('users').set({ locale }).where('id', '=', amina.id).execute();
    await server.as('sara').post('/api/auth/pin', { password: sara.password, pin });

    const path = `/api/users/${amina.id}/balance/add`;
    await server.as('sara').post(path, { amount: 1234.5, pin }, keyed());
    const [email] = await takeMail(server);
    const order = await orderTea(server);
    await server.as('sara').post(`/api/orders/${order}`, { status: 'refunded' }, keyed());

    const { lines } = await readAccount(server.services, amina);
    expect(lines.map(({ kind, currency: one }) => [kind, one])).toEqual(
      ['add', 'add', 'charge', 'return'].map((kind) => [kind, currency]),
    );
    expect(email!.text).toContain(amount);
    expect(email!.text + email!.html).not.toContain('€');
    const { email: address, password } = amina;
    expect((await server.guest.post('/api/auth/login', { email: address, password })).body.currency).toBe(currency);
    expect((await server.as('amina').get('/api/auth/current')).body.currency).toBe(currency);
    expect((await createDevice(server.as('amina')).exchange()).currency).toBe(currency);
    expect((await findFaults(server.services.reader)).faults).toEqual([]);
  },
);

test.each([
  ['LYD', 'en', /LYD\u00a0\d/],
  ['TND', 'fr', /\d\u00a0TND/],
  ['LYD', 'ar', /\d\u00a0د\.ل\.\u200f/],
] as const)(
  'D-18 S9-01 in a shop in %s each e-mail with an amount, in %s, has this currency and no other',
  async (currency, locale, amount) => {
    const server = await startTestServer({ env: { CURRENCY: currency } });
    const { amina, sara } = server.users;
    await server.services.db.updateTable('users').set({ locale }).where('id', '=', amina.id).execute();
    await server.as('sara').post('/api/auth/pin', { password: sara.password, pin });
    const adjust = (kind: string) =>
      server.as('sara').post(`/api/users/${amina.id}/balance/${kind}`, { amount: 12.5, pin }, keyed());

    const order = await orderTea(server);
    for (const status of ['completed', 'refunded', 'processing'])
      await server.as('sara').post(`/api/orders/${order}`, { status }, keyed());
    await adjust('add');
    await adjust('subtract');

    const emails = (await takeMail(server)).filter(({ recipient }) => recipient === amina.email);
    // Delivered, returned, charged again, added and subtracted.
    expect(emails).toHaveLength(5);
    for (const { text, html, subject } of emails) {
      expect(text).toMatch(amount);
      expect(subject + text + html).not.toMatch(/€|EUR/);
    }
  },
);

test('D-18 OF-30 verify finds ledger rows in another currency than the first one', async () => {
  const server = await startTestServer({ env: { CURRENCY: 'LYD' } });
  const { amina, karim } = server.users;
  await credit(server.services, karim, 5);
  const foreign = (before: number) => ({
    user_id: amina.id,
    kind: 'add',
    amount_cents: 100,
    before_cents: before,
    after_cents: before + 100,
    currency: 'TND',
    key: randomUUID(),
    created_at: 0,
  });
  await server.services.db
    .insertInto('ledger')
    .values(withHashes([foreign(0), foreign(100)]))
    .execute();
  await server.services.db.updateTable('users').set({ balance_cents: 200 }).where('id', '=', amina.id).execute();

  const { faults } = await findFaults(server.services.reader);

  const { lines } = await readAccount(server.services, amina);
  expect(faults).toEqual([`user ${amina.id}: ledger row ${lines[0]!.id} is in TND instead of LYD, rows in TND: 2`]);
});

test('D-18 the currency can be changed on a shop without movements; with movements the start is refused', async () => {
  const installation = await emptyInstallation();
  const startIn = (CURRENCY: string) => startProgram({ ...installation, CURRENCY });
  await runCommand('create-root', installation, { args: ['--email', 'root@example.test'] });

  await (await startIn('EUR')).stop('SIGTERM');
  await (await startIn('LYD')).stop('SIGTERM');
  await withDatabase(installation, (db) =>
    db
      .insertInto('ledger')
      .values({
        user_id: 1,
        kind: 'add',
        amount_cents: 100,
        before_cents: 0,
        after_cents: 100,
        currency: 'LYD',
        key: 'a',
        created_at: 0,
        hash: '',
      })
      .execute(),
  );

  expect(await runCommand('../main', { ...installation, CURRENCY: 'TND' })).toEqual({
    code: 1,
    out: '',
    err: 'CURRENCY is TND, but the balances of this shop are in LYD: set CURRENCY=LYD; the currency of a shop with movements cannot be changed.\n',
  });
});

test('D-18 the movements of shops from before there was a choice get EUR', async () => {
  const folder = mkdtempSync(join(fastFolder, 'comptoir-before-'));
  const postgres = databaseKind === 'postgres' ? await emptyDatabase() : undefined;
  const { db, kind, close } = await openWithoutMigrating(
    postgres ? { kind: 'postgres', url: postgres.url } : { kind: 'sqlite', file: join(folder, 'comptoir.db') },
    () => undefined,
  );
  onTestFinished(async () => {
    await close();
    await postgres?.drop();
    rmSync(folder, { recursive: true });
  });
  await migrate(db, kind, '0011-sorting');
  await sql`
    insert into users (id, name, email, role_id, is_active, locale, search_text, sort_key, created_at, updated_at)
    values (1, 'Amina', 'amina@example.test', 1, 1, 'fr', 'amina', 'amina', 1, 1)`.execute(db);
  await sql`
    insert into ledger (user_id, kind, amount_cents, before_cents, after_cents, key, created_at)
    values (1, 'add', 100, 0, 100, 'a', 1)`.execute(db);

  await migrate(db, kind);

  expect(await db.selectFrom('ledger').select(['key', 'currency']).execute()).toEqual([{ key: 'a', currency: 'EUR' }]);
  await expect(db.updateTable('ledger').set({ currency: 'LYD' }).execute()).rejects.toThrow('append-only');
});

test('D-18 a demo shop has the currency of the settings in every movement and text', () => {
  const shop = makeShop({ users: 20, products: 20, orders: 60, tickets: 120 }, Date.UTC(2026, 10, 20), {
    secrets: { passwordHash: 'hash', pinHash: 'hash' },
    pictures: new Map(),
    slips: [],
    currency: 'TND',
  });

  expect(new Set(shop.tables.ledger.map(({ currency }) => currency))).toEqual(new Set(['TND']));
  const texts = [...shop.tables.tickets, ...shop.tables.responses].map(({ content }) => content).join('\n');
  expect(texts).toMatch(/\d\.\d\d TND/);
  expect(texts).not.toMatch(/\d\.\d\d €/);
});
