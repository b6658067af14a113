import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { upgradeArgs } from '../../src/contract/upgrades.ts';
import { databaseName, openDatabase, type Factory, type LocalDatabase } from '../../src/client/local/database.ts';
import { readDraft } from '../../src/client/local/drafts.ts';
import type { Author, OutboxItem } from '../../src/client/local/stored.ts';
import { readDoubts } from '../../src/client/sync/money.ts';
import { runPass } from '../../src/client/sync/pass.ts';
import { deviceOf, eachMutation } from './support.ts';

/** A user's database as a released build left it. */
interface Fixture {
  person: Author;
  version: number;
  /** Dexie's description of each table. */
  stores: Record<string, string>;
  tables: Record<string, Record<string, unknown>[]>;
}

const folder = join(import.meta.dirname, 'fixtures');
const fixtures = readdirSync(folder).flatMap(
  (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'), binary) as Fixture[],
);
const cases = fixtures.map((fixture) => [fixture.version, fixture.person.name, fixture] as const);

test('every schema version from 1 to the current one has a fixture, and the newest one is the current schema', () => {
  const { verno, tables } = openDatabase(1, ownFactory());
  const versions = [...new Set(fixtures.map(({ version }) => version))];
  expect(versions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: verno }, (_, at) => at + 1));
  const stores = Object.fromEntries(
    tables.map(({ name, schema }) => [name, [schema.primKey.src, ...schema.indexes.map(({ src }) => src)].join(', ')]),
  );
  for (const fixture of fixtures.filter(({ version }) => version === verno)) expect(fixture.stores).toEqual(stores);
});

test.each(cases)(
  'an update from schema %i keeps what %s made, and sends it in order',
  async (_version, _name, fixture) => {
    const factory = await installed(fixture);
    await expectKeptAndSent(fixture, factory);
  },
);

test.each(cases)(
  'a build older than the installed schema keeps and sends the changes of schema %i and %s',
  async (_v, _name, fixture) => {
    const { verno } = openDatabase(1, ownFactory());
    const newer = { ...fixture.stores, tickets: `${fixture.stores.tickets}, later`, later: 'id' };
    const factory = await installed({ ...fixture, version: verno + 1, stores: newer });
    await expectKeptAndSent(fixture, factory);
  },
);

async function expectKeptAndSent({ person, tables }: Fixture, factory: Factory): Promise<void> {
  const device = await deviceOf(person, eachMutation({}), factory);
  const { db, outside } = device;
  for (const name of ['outbox', 'shadow', 'pledges', 'drafts', 'blobs', 'synclog'])
    expect({ name, rows: await db.table(name).toArray() }).toEqual({ name, rows: tables[name] });
  expect(await readDraft(db, 'ticket.reply:t1')).toBe('Half a sentence');
  expect((await readDoubts(db)).map(({ key }) => key)).toEqual(tables.pledges!.map(({ key }) => key));
  expect(await shownTexts(db)).toEqual(expect.arrayContaining(['Reply 1', 'Reply 7']));

  expect(await runPass(db, outside)).toEqual({ kind: 'idle' });

  const waited = tables.outbox as unknown as OutboxItem[];
  const sendable = waited.filter(({ state }) => state !== 'failed');
  const sent = device.requests().flatMap(({ mutations }) => mutations);
  expect(sent).toEqual(sendable.map(expectedOnTheWire));
  expect((await db.outbox.toArray()).map(({ id }) => id)).toEqual(
    waited.filter(({ state }) => state === 'failed').map(({ id }) => id),
  );
}

/** What may have arrived is repeated as it was; what was never sent goes in its current version. */
function expectedOnTheWire({ id, kind, v, lane, args, state }: OutboxItem): object {
  if (state === 'sent') return { id, kind, v, lane, args };
  const now = upgradeArgs(kind, args, v)!;
  return { id, kind, v: 'file_ids' in now ? 2 : v, lane, args: now };
}

const shownTexts = async (db: LocalDatabase): Promise<unknown[]> =>
  (await db.responses.toArray()).map(({ content }) => content);

/** A browser in which the build of the fixture has run. */
async function installed({ person, version, stores, tables }: Fixture): Promise<Factory> {
  const factory = ownFactory();
  const db = new Dexie(databaseName(person.id), factory);
  db.version(version).stores(stores);
  for (const [name, rows] of Object.entries(tables)) await db.table(name).bulkAdd(rows);
  db.close();
  return factory;
}

const ownFactory = (): Factory => ({ indexedDB: new IDBFactory(), IDBKeyRange });

function binary(_name: string, value: unknown): unknown {
  const { base64 } = (value ?? {}) as { base64?: string };
  return base64 === undefined ? value : new Uint8Array(Buffer.from(base64, 'base64')).buffer;
}
