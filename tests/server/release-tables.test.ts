import { afterAll, beforeAll, expect, test } from 'vitest';
import { withDatabase } from '../support/backups.ts';
import { emptyInstallation, runCommand } from '../support/programs.ts';
import { unpackReleaseBefore } from '../support/release-before.ts';
import { breakingChanges, readTableShapes, type TableShapes } from '../support/table-shapes.ts';
import { databaseKind } from '../support/test-server.ts';

let release: ReturnType<typeof unpackReleaseBefore>;
beforeAll(() => void (release = unpackReleaseBefore()));
afterAll(() => release.remove());

/** The tables that the release before makes, and the same after this version has migrated them. */
async function migrateWithBoth(): Promise<{ before: TableShapes; after: TableShapes }> {
  const installation = await emptyInstallation();
  const migrate = async (options: { folder?: string }) => {
    expect(await runCommand('migrate', installation, options)).toMatchObject({ code: 0, err: '' });
    return withDatabase(installation, (db) => readTableShapes(db, databaseKind));
  };
  return { before: await migrate({ folder: release.folder }), after: await migrate({}) };
}

test('D-29 the migrations after the release before keep every table and column, and require no new value', async () => {
  const { before, after } = await migrateWithBoth();
  expect(Object.keys(before).length).toBeGreaterThan(25);
  expect(breakingChanges(before, after)).toEqual([]);
});

test('D-29 each change that would break the release before is found', async () => {
  const { before } = await migrateWithBoth();
  const changed = structuredClone(before);
  changed.users!.columns.nickname = { type: 'text', isRequired: true };
  changed.users!.columns.motto = { type: 'text', isRequired: false };
  changed.users!.columns.locale!.type = 'bigint';
  changed.users!.columns.username!.isRequired = true;
  changed.users!.uniqueIndexes.push(['name'], ['name', 'motto']);
  delete changed.orders!.columns.message;
  delete changed.presence;

  const found = breakingChanges(before, changed);
  expect(found.map((sentence) => sentence.toLowerCase()).toSorted()).toEqual([
    'orders.message is gone',
    'presence is gone',
    'users has a new unique index of name',
    'users.locale was text and is bigint',
    'users.nickname is new, and neither nullable nor with a default',
    'users.username became required',
  ]);
});
