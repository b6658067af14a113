import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { upgradeArgs } from '../../src/contract/upgrades.ts';
import { actionOf } from '../../src/client/actions/all.ts';
import { openDatabase, type DatabaseFactory, type LocalDatabase } from '../../src/client/local/database.ts';
import { readDraft } from '../support/drafts.ts';
import type { Author, OutboxItem } from '../../src/client/local/stored.ts';
import { readCallsInDoubt } from '../../src/client/sync/money.ts';
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
  (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'), reviveBytes) as Fixture[],
);
const cases = fixtures.map((fixture) => [fixture.version, fixture.person.name, fixture] as const);

test('every schema version from 1 to the current one has a fixture, and the newest fixture has the current schema', () => {
  const { verno, tables } = openDatabase(1, newFactory());
  const versions = [...new Set(fixtures.map(({ version }) => version))];
  expect(versions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: verno }, (_, at) => at + 1));
  const stores = Object.fromEntries(
    tables.map(({ name, schema }) => [name, [schema.primKey.src, ...schema.indexes.map(({ src }) => src)].join(', ')]),
  );
  for (const fixture of fixtures.filter(({ version }) => version === verno)) expect(fixture.stores).toEqual(stores);
});

test.each(cases)(
  'OF-22 TU-43 an update from schema %i keeps the changes of %s, and sends them in order',
  async (_version, _name, fixture) => {
    const factory = await installFixture(fixture);
    await expectKeptAndSent(fixture, factory);
  },
);

test.each(cases)(
  'a build older than the installed schema keeps and sends the changes that schema %i stored for %s',
  async (_v, _name, fixture) => {
    const { verno } = openDatabase(1, newFactory());
    // A later build has added an index and a table.
    const newer = { ...fixture.stores, tickets: `${fixture.stores.tickets}, later`, later: 'id' };
    const factory = await installFixture({ ...fixture, version: verno + 1, stores: newer });
    await expectKeptAndSent(fixture, factory);
  },
);

async function expectKeptAndSent({ person, tables }: Fixture, factory: DatabaseFactory): Promise<void> {
  const device = await deviceOf(person, eachMutation({}), factory);
  const { db, environment } = device;
  for (const name of ['outbox', 'shadow', 'pledges', 'drafts', 'blobs', 'synclog'])
    expect({ name, rows: await db.table(name).toArray() }).toEqual({ name, rows: tables[name] });
  expect(await readDraft(db, 'ticket.reply:t1')).toBe('Half a sentence');
  expect((await readCallsInDoubt(db)).map(({ key }) => key)).toEqual(tables.pledges!.map(({ key }) => key));
  expect(await shownTexts(db)).toEqual(expect.arrayContaining(['Reply 1', 'Reply 7']));

  expect(await runPass(db, environment)).toEqual({ kind: 'idle' });

  const waited = tables.outbox as unknown as OutboxItem[];
  const sendable = waited.filter(({ state }) => state !== 'failed');
  const sent = device.requests().flatMap(({ mutations }) => mutations);
  expect(sent).toEqual(sendable.map(expectedOnTheWire));
  expect((await db.outbox.toArray()).map(({ id }) => id)).toEqual(
    waited.filter(({ state }) => state === 'failed').map(({ id }) => id),
  );
}

/** An item that may have arrived is sent unchanged; one that was never sent, in its current version. */
function expectedOnTheWire({ id, kind, v, lane, args, state }: OutboxItem): object {
  if (state === 'sent') return { id, kind, v, lane, args };
  const now = upgradeArgs(kind, args, v)!;
  return { id, kind, v: actionOf(kind)!.v, lane, args: now };
}

const shownTexts = async (db: LocalDatabase): Promise<unknown[]> =>
  (await db.responses.toArray()).map(({ content }) => content);

/** Makes the databases of a browser in which the fixture's build has run. */
async function installFixture({ person, version, stores, tables }: Fixture): Promise<DatabaseFactory> {
  const factory = newFactory();
  const db = new Dexie(`cod_${person.id}`, factory);
  db.version(version).stores(stores);
  for (const [name, rows] of Object.entries(tables)) await db.table(name).bulkAdd(rows);
  db.close();
  return factory;
}

const newFactory = (): DatabaseFactory => ({ indexedDB: new IDBFactory(), IDBKeyRange });

function reviveBytes(_name: string, value: unknown): unknown {
  const { base64 } = (value ?? {}) as { base64?: string };
  return base64 === undefined ? value : new Uint8Array(Buffer.from(base64, 'base64')).buffer;
}
