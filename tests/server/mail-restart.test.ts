import { expect, test } from 'vitest';
import { openDatabase } from '../../src/server/platform/database/open.ts';
import { readSettings } from '../../src/server/platform/settings.ts';
import { clientOf } from '../support/client.ts';
import { emptyHouse, startProgram } from '../support/programs.ts';
import { openSink, type Sink } from '../support/smtp-sink.ts';
import { databaseKind } from '../support/world.ts';

type House = Record<string, string>;

async function houseWithPost(): Promise<{ house: House; sink: Sink }> {
  const sink = await openSink();
  return { sink, house: { ...(await emptyHouse()), SMTP_URL: sink.url, MAIL_FROM: 'Shop <shop@example.test>' } };
}

const register = async (url: string, who: string) => {
  const body = { name: who, email: `${who}@example.test`, password: 'une bonne phrase' };
  expect((await clientOf(url, async () => ({})).post('/api/auth/register', body)).status).toBe(200);
};

/** What waiting would do: every pause between two attempts, and the lease of a sender that died, are over. */
async function letTimePass(house: House): Promise<void> {
  const { db, close } = await openDatabase(readSettings(house).database, () => undefined);
  await db.updateTable('letters').set({ next_at: 0 }).where('sent_at', 'is', null).execute();
  await db.updateTable('letters').set({ leased_until: 1 }).where('leased_until', 'is not', null).execute();
  await close();
}

const recipients = (sink: Sink) => sink.letters.map(({ to }) => to.join()).toSorted();

test('a letter whose server is killed in the middle of it goes once, from the next server', async () => {
  const { house, sink } = await houseWithPost();
  sink.thinks = 30_000;
  const first = await startProgram(house);
  await register(first.url, 'leila');
  await expect.poll(() => sink.calls, { timeout: 20_000 }).toBe(1);
  await first.stop('SIGKILL');
  await sink.shut();
  sink.thinks = 0;
  await sink.open();

  await letTimePass(house);
  const second = await startProgram(house);

  await expect.poll(() => recipients(sink), { timeout: 20_000 }).toEqual(['leila@example.test']);
  expect(await second.stop('SIGTERM')).toBe(0);
}, 60_000);

test('a server that is stopped in the middle of a letter ends it first, and the next one does not send it again', async () => {
  const { house, sink } = await houseWithPost();
  sink.thinks = 1_500;
  const first = await startProgram(house);
  await register(first.url, 'leila');
  await expect.poll(() => sink.calls, { timeout: 20_000 }).toBe(1);

  expect(await first.stop('SIGTERM')).toBe(0);
  expect(recipients(sink)).toEqual(['leila@example.test']);
  sink.thinks = 0;
  await letTimePass(house);
  const second = await startProgram(house);
  await register(second.url, 'nour');

  await expect.poll(() => recipients(sink), { timeout: 20_000 }).toEqual(['leila@example.test', 'nour@example.test']);
}, 60_000);

test('letters of a time without a post office go once each when it is back, from however many servers', async () => {
  const { house, sink } = await houseWithPost();
  await sink.shut();
  // SQLite is one machine's file: several server nodes need PostgreSQL.
  const nodes = [await startProgram(house), ...(databaseKind === 'postgres' ? [await startProgram(house)] : [])];
  const people = Array.from({ length: 12 }, (_, number) => `person${number}`);
  for (const [turn, who] of people.entries()) await register(nodes[turn % nodes.length]!.url, who);
  expect(await nodes[0]!.stop('SIGTERM')).toBe(0);
  nodes[0] = await startProgram(house);

  sink.troubles.push({ at: 'RCPT', say: '450 not yet' }, 'hang up in DATA');
  await sink.open();
  await letTimePass(house);

  const wanted = people.map((who) => `${who}@example.test`).toSorted();
  await expect.poll(() => recipients(sink).length, { timeout: 30_000 }).toBeGreaterThanOrEqual(wanted.length - 2);
  await letTimePass(house);
  await expect.poll(() => recipients(sink), { timeout: 30_000 }).toEqual(wanted);
}, 90_000);
