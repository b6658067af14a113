import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished, test } from 'vitest';
import { backUp, withDatabase } from '../support/backups.ts';
import { expectSentences, type Mistake } from '../support/operator-mistakes.ts';
import { emptyInstallation, runCommand } from '../support/programs.ts';
import { databaseKind } from '../support/test-server.ts';

const isSqlite = databaseKind === 'sqlite';
const createRoot = ['create-root', '--email', 'root@example.test'];
const pepper = 'p8Zr3vN8wLq1XcT6yBm0KsJ4hGdF7pAe2u';
const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example', PEPPER: pepper };

test.runIf(isSqlite)('an address on which the server cannot listen ends the start with one sentence', async () => {
  const env = await emptyInstallation();
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once('listening', resolve));
  const PORT = String((other.address() as AddressInfo).port);
  const start = (what: string, change: Record<string, string>, sentence: string): Mistake => {
    const DATA_DIR = join(env.DATA_DIR!, what.replaceAll(' ', '-'));
    return { what, run: ['start'], env: { ...change, DATA_DIR }, sentence };
  };

  await expectSentences(
    'Address',
    [
      start(
        'a port that is taken',
        { PORT },
        'PORT 3000 of 127.0.0.1 is taken: stop the program that listens there, or set another port.',
      ),
      start(
        'an address of another machine',
        { HOST: '203.0.113.7' },
        'HOST 203.0.113.7 is not an address of this machine.',
      ),
      start('an unknown host', { HOST: 'no host' }, 'HOST no host is not an address of this machine.'),
    ],
    { env, hidden: { 3000: PORT } },
  );
});

test.runIf(isSqlite)('a data folder that cannot be used ends every command with one sentence', async () => {
  const env = await emptyInstallation();
  const folder = env.DATA_DIR!;
  const [file, below, nothing] = ['file', 'file/data', 'nothing'].map((name) => ({ DATA_DIR: join(folder, name) }));
  writeFileSync(file!.DATA_DIR, 'x');
  const text = { DATA_DIR: join(folder, 'text') };
  mkdirSync(text.DATA_DIR);
  writeFileSync(join(text.DATA_DIR, 'comptoir.db'), 'This is a text and no database. '.repeat(50));
  const directory = { DATA_DIR: join(folder, 'directory') };
  mkdirSync(join(directory.DATA_DIR, 'comptoir.db'), { recursive: true });
  const backup = ['backup', join(folder, 'some.backup')];
  const writing = [['start'], createRoot];
  const each = (what: string, change: Record<string, string>, sentence: string, runs: string[][]): Mistake[] =>
    runs.map((run) => ({ what, run, env: change, sentence }));

  await expectSentences(
    'Data folder and SQLite',
    [
      ...each('a data folder that is a file', file!, 'DATA_DIR must be a folder, but DATA/file is not one.', writing),
      ...each('a data folder below a file', below!, 'DATA_DIR must be a folder, but DATA/file/data is not one.', [
        ['migrate'],
        ['seed'],
      ]),
      ...each(
        'a data folder that cannot be created',
        { DATA_DIR: '/proc/comptoir' },
        'DATA_DIR cannot be written: /proc/comptoir (ENOENT).',
        writing,
      ),
      ...each('a file that is no database', text, 'DATA/text/comptoir.db is not a SQLite database.', [
        ...writing,
        ['migrate'],
        ['verify'],
        backup,
        ['seed'],
      ]),
      ...each(
        'a folder in place of the database',
        directory,
        'DATA/directory/comptoir.db cannot be opened as a file (EISDIR).',
        writing,
      ),
      ...each('no database', nothing!, 'There is no database DATA/nothing/comptoir.db.', [['verify'], backup]),
      ...each('a file in place of the data folder', file!, 'There is no database DATA/file/comptoir.db.', [
        ['verify'],
        backup,
      ]),
    ],
    { env, hidden: { DATA: folder }, atOnce: 1 },
  );
});

test('a command that existing rows or missing files prevent ends with one sentence', async () => {
  const [env, other] = [await emptyInstallation(), await emptyInstallation()];
  const folder = env.DATA_DIR!;
  await runCommand('create-root', env, { args: createRoot.slice(1) });
  const good = await backUp(env, join(folder, 'good.backup'));
  await insertAmina(env);
  writeFileSync(join(folder, 'note.txt'), 'no backup');
  const [none, note] = [join(folder, 'none.backup'), join(folder, 'note.txt')];
  const checkingLine = (name: string) => ({ env: other, out: `  checking DATA${name}\n` });

  await expectSentences(
    `Rows and files, on ${databaseKind}`,
    [
      {
        what: 'the address of another user',
        run: ['create-root', '--email', 'amina@example.test'],
        sentence:
          "User 2 has the address amina@example.test: choose another address, or change that user's address first.",
      },
      {
        what: 'demo data in a database with rows',
        run: ['seed'],
        sentence: 'The database is not empty. With --fresh everything in it is deleted first.',
      },
      { what: 'a backup over another file', run: ['backup', good], sentence: 'DATA/good.backup exists already.' },
      {
        what: 'a backup into a missing folder',
        run: ['backup', join(folder, 'none/new.backup')],
        sentence: 'DATA/none/new.backup cannot be written (ENOENT).',
      },
      {
        what: 'a backup into a file',
        run: ['backup', join(note, 'new.backup')],
        sentence: 'DATA/note.txt/new.backup cannot be written (ENOTDIR).',
      },
      {
        what: 'a restore into a database with rows',
        run: ['restore', good],
        sentence: 'The database is not empty: there are rows in audit.',
        out: '  checking DATA/good.backup\n',
      },
      {
        what: 'a restore of a missing file',
        run: ['restore', none],
        sentence: 'There is no such file.',
        ...checkingLine('/none.backup'),
      },
      {
        what: 'a restore of a folder',
        run: ['restore', folder],
        sentence: 'This is a folder and no backup.',
        ...checkingLine(''),
      },
      {
        what: 'a restore of a file that is no backup',
        run: ['restore', note],
        sentence: 'The backup is broken: it cannot be unpacked.',
        ...checkingLine('/note.txt'),
      },
    ],
    { env, hidden: { DATA: folder }, atOnce: 1 },
  );
});

test.runIf(isSqlite)(
  'demo data and accounts are refused in production and beyond loopback; --fresh needs a confirmation',
  async () => {
    const [env, demo] = [await emptyInstallation(), await emptyInstallation()];
    await runCommand('seed', demo, { args: ['--users', '7', '--products', '1', '--orders', '0', '--tickets', '0'] });
    const seedRefused = 'Demo data is not for production, and needs a HOST on loopback and no PUBLIC_URL.';
    const accountsRefused =
      'The database has demo accounts, whose password is public: with them HOST must be on loopback and PUBLIC_URL unset.';
    const publicAddress = { PUBLIC_URL: 'https://shop.example' };

    await expectSentences(
      'Demo data',
      [
        { what: 'demo data in production', run: ['seed'], env: production, sentence: seedRefused },
        { what: 'demo data for other machines', run: ['seed'], env: { HOST: '0.0.0.0' }, sentence: seedRefused },
        { what: 'demo data at a public address', run: ['seed'], env: publicAddress, sentence: seedRefused },
        {
          what: 'demo accounts for other machines',
          run: ['start'],
          env: { ...demo, HOST: '0.0.0.0' },
          sentence: accountsRefused,
        },
        {
          what: 'demo accounts at a public address',
          run: ['start'],
          env: { ...demo, ...publicAddress },
          sentence: accountsRefused,
        },
        {
          what: 'demo accounts in production',
          run: ['start'],
          env: { ...demo, ...production },
          sentence: accountsRefused,
        },
        {
          what: 'fresh demo data without an answer',
          run: ['seed', '--fresh'],
          env: demo,
          sentence: 'Everything in DEMO/comptoir.db will be deleted. Add --yes to continue without a terminal.',
        },
      ],
      { env, hidden: { DEMO: demo.DATA_DIR! }, atOnce: 1 },
    );
  },
);

async function insertAmina(installation: Record<string, string>): Promise<void> {
  const amina = { name: 'Amina', email: 'amina@example.test', role_id: 1, is_active: 1, confirmed_at: 0 };
  const rest = { password_hash: null, locale: 'en', search_text: '', sort_key: '', created_at: 0, updated_at: 0 };
  await withDatabase(installation, (db) =>
    db
      .insertInto('users')
      .values({ ...amina, ...rest })
      .execute(),
  );
}
