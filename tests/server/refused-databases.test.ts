import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { withDatabase } from '../support/backups.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { emptyInstallation, runCommand, startProgram } from '../support/programs.ts';
import { databaseKind } from '../support/test-server.ts';

const emailArgs = ['--email', 'root@example.test'];

test('a database of a newer version ends every command and the start with one sentence', async () => {
  const installation = await emptyInstallation();
  const path = `${installation.DATA_DIR}/shop.backup`;
  await runCommand('migrate', installation);
  await runCommand('backup', installation, { args: [path] });
  await withDatabase(installation, (db) =>
    sql`insert into kysely_migration values ('9999-tomorrow', '2099-01-01')`.execute(db),
  );
  const newer =
    'The database was last used by a newer version of Comptoir (it has 9999-tomorrow): start that version or a later one.\n';

  await expectRefusals(installation, [
    ['migrate', [], newer],
    ['verify', [], newer],
    ['seed', [], newer],
    ['create-root', emailArgs, newer],
    ['backup', [`${path}.2`], /^The database belongs to another version[^\n]+\n$/],
  ]);
  // Alone: two commands that lock the installation, such as seed and restore, refuse each other.
  await expectRefusals(installation, [['restore', [path], /^The tables of the database are those [^\n]+\n$/]]);
  await expect(startProgram(installation)).rejects.toThrow(`the server ended: ${newer}`);
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

async function expectRefusals(installation: Record<string, string>, cases: Case[]): Promise<void> {
  const ends = await Promise.all(cases.map(([name, args]) => runCommand(name, installation, { args })));
  for (const [index, [, , sentence]] of cases.entries()) {
    expect(ends[index]!.code).toBe(1);
    expect(ends[index]!.err).toMatch(sentence);
    expect(ends[index]!.err).toMatch(/^[^\n]+\n$/);
  }
}
