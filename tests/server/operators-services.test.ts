import { readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { backUp } from '../support/backups.ts';
import { freePort } from '../support/machine.ts';
import { expectSentences, type Mistake } from '../support/operator-mistakes.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { emptyInstallation, runCommand, startProgram } from '../support/programs.ts';
import { openBucketServer } from '../support/s3.ts';
import { secret } from '../support/setting-mistakes.ts';
import { databaseKind } from '../support/test-server.ts';

const isSqlite = databaseKind === 'sqlite';
const createRoot = ['create-root', '--email', 'root@example.test'];

test.runIf(isSqlite)('a bucket that cannot be used ends the start and a restore with one sentence', async () => {
  const { env: bucket } = await openBucketServer();
  const [plain, empty] = [await emptyInstallation(), await emptyInstallation()];
  const env = { ...plain, ...bucket };
  await runCommand('create-root', env, { args: createRoot.slice(1) });
  const good = await backUp(env, join(plain.DATA_DIR!, 'good.backup'));
  const closedAddress = `127.0.0.1:${await freePort()}`;
  const start = (what: string, change: Record<string, string>, answer: string): Mistake => {
    return { what, run: ['start'], env: change, sentence: `The bucket ${answer}` };
  };
  const rights = ': S3_KEY, S3_SECRET or S3_REGION is wrong, or the key lacks rights.';

  await expectSentences(
    'Bucket',
    [
      start('no such bucket', { S3_BUCKET: 'other' }, 'STORE/other answers HEAD with 404: there is no such bucket.'),
      start('a wrong key', { S3_KEY: secret }, `STORE/house answers HEAD with 403${rights}`),
      start('a wrong secret', { S3_SECRET: secret }, `STORE/house answers HEAD with 403${rights}`),
      start('a wrong region', { S3_REGION: 'us-east-1' }, `STORE/house answers HEAD with 403${rights}`),
      start(
        'a file store that does not answer',
        { S3_ENDPOINT: `http://${closedAddress}` },
        'http://CLOSED/house does not answer: connect ECONNREFUSED CLOSED.',
      ),
      {
        what: 'a wrong secret',
        run: ['restore', good],
        env: { ...empty, S3_SECRET: secret },
        sentence: `The bucket STORE/house answers GET with 403${rights}`,
        out: '  checking DATA/good.backup\n',
      },
    ],
    { env, hidden: { DATA: plain.DATA_DIR!, STORE: bucket.S3_ENDPOINT, CLOSED: closedAddress }, atOnce: 1 },
  );
});

test('a command that replaces rows is refused while a server runs; a backup and verify are not', async () => {
  const env = await emptyInstallation();
  const folder = env.DATA_DIR!;
  const backup = join(folder, 'some.backup');
  const { child, stop } = await startProgram(env);
  const sentence = isSqlite
    ? 'The database in DATA is in use by process PID on HOSTNAME: stop it first.'
    : 'A server uses the database: stop it first.';

  await expectSentences(
    `A server that runs, on ${databaseKind}`,
    [
      ...(isSqlite ? [{ what: 'a second server', run: ['start'], sentence }] : []),
      { what: 'demo data while a server runs', run: ['seed'], sentence },
      { what: 'fresh demo data while a server runs', run: ['seed', '--fresh', '--yes'], sentence },
      { what: 'a restore while a server runs', run: ['restore', backup], sentence },
    ],
    { env, hidden: { DATA: folder, PID: String(child.pid), HOSTNAME: hostname() } },
  );
  expect(await runCommand('backup', env, { args: [backup] })).toMatchObject({ code: 0, err: '' });
  expect(await runCommand('verify', env)).toMatchObject({ code: 0, err: '' });
  await stop('SIGKILL');
  const nextServer = await startProgram(env);
  expect(await nextServer.stop('SIGTERM')).toBe(0);
});

test.runIf(!isSqlite)(
  'a PostgreSQL that cannot be used ends every command with one sentence',
  async () => {
    const { DATABASE_URL: good = '', ...env } = await emptyInstallation();
    const [file, closedAddress] = [join(env.DATA_DIR!, 'some.backup'), `127.0.0.1:${await freePort()}`];
    const closed = { DATABASE_URL: `postgres://shop:${secret}@${closedAddress}/shop` };
    const missing = { DATABASE_URL: changeUrl(good, (url) => (url.pathname = '/missing')) };
    const unknown = { DATABASE_URL: changeUrl(good, (url) => (url.username = 'nobody')) };
    const guarded = await createGuardedDatabase();
    const all = [['start'], ['migrate'], ['verify'], ['backup', file], ['restore', file], createRoot, ['seed']];
    const each = (what: string, change: Record<string, string>, sentence: string, runs = all): Mistake[] =>
      runs.map((run) => ({ what, run, env: change, sentence }));

    const some = [['start'], ['verify'], ['backup', file]];
    const socket = new URL(good).searchParams.get('host')!;
    await expectSentences(
      'PostgreSQL',
      [
        ...each(
          'a PostgreSQL that does not answer',
          closed,
          'PostgreSQL cannot be reached for the database shop at CLOSED (ECONNREFUSED).',
        ),
        ...each(
          'a database that is missing',
          missing,
          'PostgreSQL does not have the database missing at SOCKET: create it first.',
          some,
        ),
        ...each(
          'an unknown user',
          unknown,
          'PostgreSQL refuses the user or the password of DATABASE_URL for the database NAME at SOCKET (28000).',
          some,
        ),
        ...each(
          'a wrong password',
          guarded.wrong,
          'PostgreSQL refuses the user or the password of DATABASE_URL for the database LOCKED at SOCKET (28P01).',
          some,
        ),
        ...each(
          'a user without the right to create tables',
          guarded.right,
          'The user of DATABASE_URL may not make tables: grant CREATE on the schema of the database.',
          [['start'], ['migrate']],
        ),
        ...each('a database without tables', { DATABASE_URL: good }, 'The database has no tables of Comptoir.', [
          ['verify'],
          ['backup', file],
        ]),
      ],
      {
        env,
        hidden: {
          DATA: env.DATA_DIR!,
          CLOSED: closedAddress,
          SOCKET: socket,
          NAME: new URL(good).pathname.slice(1),
          LOCKED: guarded.name,
        },
      },
    );
  },
  180_000,
);

function changeUrl(address: string, change: (url: URL) => void): string {
  const url = new URL(address);
  change(url);
  return url.href;
}

/** Settings with the right and with a wrong password. */
interface Guarded {
  name: string;
  right: { DATABASE_URL: string };
  wrong: { DATABASE_URL: string };
}

/** Creates a database that asks a user without rights for a password. */
async function createGuardedDatabase(): Promise<Guarded> {
  const { url, name } = await emptyDatabase();
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ hba_file: string }>('show hba_file');
  const rules = rows[0]!.hba_file;
  const before = readFileSync(rules, 'utf8');
  await client.query(`create role guarded login password 'the right one'`);
  writeFileSync(rules, `local ${name} guarded scram-sha-256\n${before}`);
  await client.query('select pg_reload_conf()');
  await client.end();
  onTestFinished(() => writeFileSync(rules, before));
  const withPassword = (password: string) => ({
    DATABASE_URL: changeUrl(url, (address) => Object.assign(address, { username: 'guarded', password })),
  });
  return { name, right: withPassword('the right one'), wrong: withPassword(secret) };
}
