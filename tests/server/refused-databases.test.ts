import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withDatabase } from '../support/backups.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { emptyInstallation, runCommand, startProgram } from '../support/programs.ts';
import { unpackReleaseBefore } from '../support/release-before.ts';
import { databaseKind } from '../support/test-server.ts';

const emailArgs = ['--email', 'root@example.test'];

let release: ReturnType<typeof unpackReleaseBefore>;
beforeAll(() => void (release = unpackReleaseBefore()));
afterAll(() => release.remove());

const newer =
  'The database was last used by a newer version of Comptoir (it has 9999-tomorrow): start that version or a later one.\n';

/** Migrates an empty installation, takes a backup, and adds what only a newer version knows. */
async function installationOfNewer(folder?: string): Promise<{ installation: Record<string, string>; path: string }> {
  const installation = await emptyInstallation();
  const path = `${installation.DATA_DIR}/shop.backup`;
  await runCommand('migrate', installation, { ...(folder && { folder }) });
  await runCommand('backup', installation, { args: [path], ...(folder && { folder }) });
  await withDatabase(installation, async (db) => {
    await sql`create table tomorrow (user_id bigint not null references users (id))`.execute(db);
    await sql`insert into kysely_migration values ('9999-tomorrow', '2099-01-01')`.execute(db);
  });
  return { installation, path };
}

test('a database of a newer version ends every command and the start with one sentence', async () => {
  const { installation, path } = await installationOfNewer();

  await expectRefusals(installation, [
    ['migrate', [], newer],
    ['verify', [], newer],
    ['seed', [], newer],
    ['create-root', emailArgs, newer],
    ['backup', [`${path}.2`], /^The database belongs to another version[^\n]+\n$/],
  ]);
  // Alone: two commands that lock the installation, such as seed and restore, refuse each other.
  await expectRefusals(installation, [['restore', [path], /^The tables of the database are those [^\n]+\n$/]]);
  await expectRefusals(installation, [['seed', ['--fresh', '--yes'], newer]]);
  await expect(startProgram(installation)).rejects.toThrow(`the server ended: ${newer}`);
});

test('D-29 a database of a newer version ends the commands and the start of the release before with one sentence', async () => {
  const { folder } = release;
  const { installation, path } = await installationOfNewer(folder);

  await expectRefusals(
    installation,
    [
      ['migrate', [], newer],
      ['verify', [], newer],
      ['create-root', emailArgs, newer],
      ['backup', [`${path}.2`], /^The database belongs to another version[^\n]+\n$/],
      ['restore', [path], /^The tables of the database are those [^\n]+\n$/],
    ],
    folder,
  );
  await expect(startProgram(installation, folder)).rejects.toThrow(`the server ended: ${newer}`);
});

test('a database that lacks a migration before its last one ends the commands and the start with one sentence', async () => {
  const installation = await emptyInstallation();
  await runCommand('migrate', installation);
  await withDatabase(installation, (db) => sql`delete from kysely_migration where name = '0021-presence'`.execute(db));
  const sentence = 'The database belongs to no version of Comptoir (it lacks 0021-presence): restore a backup.\n';

  await expectRefusals(installation, [
    ['migrate', [], sentence],
    ['verify', [], sentence],
    ['seed', [], sentence],
    ['create-root', emailArgs, sentence],
    ['backup', [`${installation.DATA_DIR}/shop.backup`], /^The database belongs to another version[^\n]+\n$/],
  ]);
  await expect(startProgram(installation)).rejects.toThrow(`the server ended: ${sentence}`);
});

test.runIf(databaseKind === 'postgres')(
  'a PostgreSQL database that is not in UTF-8 ends every command and the start with one sentence',
  async () => {
    const installation = await emptyInstallation();
    const [ascii, latin] = [await createDatabase('SQL_ASCII'), await createDatabase('LATIN1')];

    await expectRefusals({ ...installation, DATABASE_URL: latin.url }, [['migrate', [], latin.sentence]]);
    await expectRefusals({ ...installation, DATABASE_URL: ascii.url }, [
      ['migrate', [], ascii.sentence],
      ['verify', [], ascii.sentence],
      ['seed', [], ascii.sentence],
      ['create-root', emailArgs, ascii.sentence],
      ['backup', [`${installation.DATA_DIR}/shop.backup`], ascii.sentence],
    ]);
    const start = startProgram({ ...installation, DATABASE_URL: ascii.url });
    await expect(start).rejects.toThrow(`the server ended: ${ascii.sentence}`);
  },
);

async function createDatabase(encoding: string): Promise<{ url: string; sentence: string }> {
  const { url, name } = await emptyDatabase('template0', `encoding '${encoding}' lc_collate 'C' lc_ctype 'C'`);
  const advice = 'create one with createdb --encoding=UTF8 --template=template0.';
  return { url, sentence: `The PostgreSQL database "${name}" stores text as ${encoding}; ${advice}\n` };
}

type Case = [command: string, args: string[], sentence: string | RegExp];

async function expectRefusals(installation: Record<string, string>, cases: Case[], folder?: string): Promise<void> {
  const ends = await Promise.all(
    cases.map(([name, args]) => runCommand(name, installation, { args, ...(folder && { folder }) })),
  );
  for (const [index, [, , sentence]] of cases.entries()) {
    expect(ends[index]!.code).toBe(1);
    expect(ends[index]!.err).toMatch(sentence);
    expect(ends[index]!.err).toMatch(/^[^\n]+\n$/);
  }
}
