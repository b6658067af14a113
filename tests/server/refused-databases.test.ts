import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inside } from '../support/backups.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { emptyHouse, runCommand, startProgram } from '../support/programs.ts';
import { databaseKind } from '../support/world.ts';

const email = ['--email', 'root@example.test'];

test('a database of a newer version ends every command and the start with one sentence', async () => {
  const house = await emptyHouse();
  const path = `${house.DATA_DIR}/house.backup`;
  await runCommand('migrate', house);
  await runCommand('backup', house, { args: [path] });
  await inside(house, (db) => sql`insert into kysely_migration values ('9999-tomorrow', '2099-01-01')`.execute(db));
  const newer =
    'The database was last used by a newer version of Comptoir (it has 9999-tomorrow): start that version or a later one.\n';

  await refuses(house, [
    ['migrate', [], newer],
    ['verify', [], newer],
    ['seed', [], newer],
    ['create-root', email, newer],
    ['backup', [`${path}.2`], /^The tables are those of another version: [^\n]+\n$/],
    ['restore', [path], /^The database [^\n]+\n$/],
  ]);
  await expect(startProgram(house)).rejects.toThrow(`the server ended: ${newer}`);
}, 90_000);

test.runIf(databaseKind === 'postgres')(
  'a PostgreSQL database that is not in UTF-8 ends every command and the start with one sentence',
  async () => {
    const house = await emptyHouse();
    const [ascii, latin] = [await databaseIn('SQL_ASCII'), await databaseIn('LATIN1')];

    await refuses({ ...house, DATABASE_URL: latin.url }, [['migrate', [], latin.sentence]]);
    await refuses({ ...house, DATABASE_URL: ascii.url }, [
      ['migrate', [], ascii.sentence],
      ['verify', [], ascii.sentence],
      ['seed', [], ascii.sentence],
      ['create-root', email, ascii.sentence],
      ['backup', [`${house.DATA_DIR}/house.backup`], ascii.sentence],
    ]);
    const start = startProgram({ ...house, DATABASE_URL: ascii.url });
    await expect(start).rejects.toThrow(`the server ended: ${ascii.sentence}`);
  },
  90_000,
);

async function databaseIn(encoding: string): Promise<{ url: string; sentence: string }> {
  const { url, name } = await emptyDatabase('template0', `encoding '${encoding}' lc_collate 'C' lc_ctype 'C'`);
  const advice = 'create one with createdb --encoding=UTF8 --template=template0.';
  return { url, sentence: `The PostgreSQL database "${name}" stores text as ${encoding}; ${advice}\n` };
}

type Case = [command: string, args: string[], sentence: string | RegExp];

async function refuses(house: Record<string, string>, cases: Case[]): Promise<void> {
  const ends = await Promise.all(cases.map(([name, args]) => runCommand(name, house, { args })));
  for (const [index, [, , sentence]] of cases.entries()) {
    expect(ends[index]!.code).toBe(1);
    expect(ends[index]!.err).toMatch(sentence);
    expect(ends[index]!.err).toMatch(/^[^\n]+\n$/);
  }
}
