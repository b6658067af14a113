import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { clientOf } from '../support/client.ts';
import { freePort } from '../support/machine.ts';
import { emptyInstallation, runCommand, startProgram } from '../support/programs.ts';
import { openBucketServer } from '../support/s3.ts';
import { databaseKind } from '../support/test-server.ts';

const isSqlite = databaseKind === 'sqlite';
const root = join(import.meta.dirname, '../..');

/** The permissions by relative path, in octal; the folder itself has the path ''. */
function rightsIn(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  return Object.fromEntries(
    ['', ...names].map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
  );
}

const ownerOnlyRightsIn = (folder: string) =>
  Object.fromEntries(
    Object.keys(rightsIn(folder)).map((name) => [name, statSync(join(folder, name)).isDirectory() ? '700' : '600']),
  );

test.runIf(isSqlite)(
  'only the owner can read the data folder and what is in it, also when an earlier version created them',
  async () => {
    const { DATA_DIR: parent = '', ...settings } = await emptyInstallation();
    const installation = { ...settings, DATA_DIR: join(parent, 'new/data') };
    const register = async (url: string, email: string) => {
      await clientOf(url, async () => ({})).post('/api/auth/register', {
        name: 'Leila',
        email,
        password: 'une bonne phrase',
      });
      await expect.poll(() => emails().length).toBeGreaterThan(0);
    };
    // Without an e-mail that is still being written, whose name changes.
    const emails = () =>
      existsSync(join(installation.DATA_DIR, 'letters'))
        ? readdirSync(join(installation.DATA_DIR, 'letters')).filter((name) => !name.endsWith('.part'))
        : [];

    const first = await startProgram(installation);
    await register(first.url, 'leila@example.test');
    expect(rightsIn(installation.DATA_DIR)).toEqual(ownerOnlyRightsIn(installation.DATA_DIR));
    await first.stop('SIGTERM');

    for (const name of ['', 'letters', 'files']) chmodSync(join(installation.DATA_DIR, name), 0o755);
    for (const name of ['comptoir.db', 'comptoir.lock']) chmodSync(join(installation.DATA_DIR, name), 0o644);
    const second = await startProgram(installation);
    const { 'comptoir.lock': _lock, ...rights } = rightsIn(installation.DATA_DIR);
    expect(rights).toMatchObject({
      '': '700',
      letters: '700',
      files: '700',
      'comptoir.db': '600',
      'comptoir.db-wal': '600',
      'comptoir.db-shm': '600',
    });
    await second.stop('SIGTERM');
  },
);

test.runIf(isSqlite)('a data folder that also holds other files keeps its rights', async () => {
  const installation = await emptyInstallation();
  writeFileSync(join(installation.DATA_DIR!, 'mine.txt'), 'x');
  chmodSync(installation.DATA_DIR!, 0o755);

  await runCommand('migrate', installation);

  expect(rightsIn(installation.DATA_DIR!)).toMatchObject({ '': '755', 'comptoir.db': '600' });
});

test.runIf(isSqlite)('`verify`, and `backup` of a missing database, neither create nor change a file', async () => {
  const installation = await emptyInstallation();
  const folder = installation.DATA_DIR!;
  const nowhere = { ...installation, DATA_DIR: join(folder, 'nowhere') };
  await runCommand('create-root', installation, { args: ['--email', 'root@example.test'] });
  const contents = () =>
    readdirSync(folder).map(
      (name) =>
        `${name} ${createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')}`,
    );
  const before = contents();

  const verified = await runCommand('verify', installation);
  const missing = await runCommand('verify', nowhere);
  const backup = await runCommand('backup', nowhere, { args: [join(folder, 'new.backup')] });

  expect([verified.code, missing.code, backup.code]).toEqual([0, 1, 1]);
  expect(contents()).toEqual(before);
});

test.runIf(!isSqlite)('a server with PostgreSQL, a bucket and a mail server starts without a data folder', async () => {
  const { env: bucket } = await openBucketServer();
  const mail = { SMTP_URL: `smtp://127.0.0.1:${await freePort()}`, MAIL_FROM: 'Shop <shop@example.test>' };
  const { DATABASE_URL } = await emptyInstallation();

  const { url } = await startProgram({
    DATABASE_URL: DATABASE_URL!,
    ...bucket,
    ...mail,
    PORT: '0',
    DATA_DIR: '/proc/comptoir',
  });

  expect((await fetch(`${url}/ready`)).status).toBe(200);
});

test.runIf(isSqlite)('SIGTERM to `npm start` ends the server: its port and its database are free again', async () => {
  const port = await freePort();
  const empty = await emptyInstallation();
  const installation = { ...empty, PORT: String(port), NODE_ENV: 'development' };
  // Skips `prestart`, which builds the app.
  const npm = spawn('npm', ['start', '--ignore-scripts'], {
    cwd: root,
    env: { ...process.env, ...installation },
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => npm.once('exit', resolve));
  onTestFinished(() => void npm.kill('SIGKILL'));
  const health = () =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(health, { timeout: 40_000, interval: 100 }).toBe(200);
  const server = Number(/\d+/.exec(readFileSync(join(empty.DATA_DIR!, 'comptoir.pid'), 'utf8'))![0]);
  onTestFinished(() => void (isAlive(server) && process.kill(server, 'SIGKILL')));

  npm.kill('SIGTERM');

  await ended;
  await expect.poll(() => isAlive(server), { interval: 50 }).toBe(false);
  const listener = createServer().listen(port, '127.0.0.1');
  await new Promise((resolve, reject) => listener.once('listening', resolve).once('error', reject));
  listener.close();
  expect(
    await runCommand('seed', installation, {
      args: ['--fresh', '--yes', '--users', '7', '--products', '1', '--orders', '0', '--tickets', '0'],
    }),
  ).toMatchObject({ code: 0, err: '' });
});

test.runIf(isSqlite && existsSync('/usr/bin/script'))(
  '`seed --fresh` deletes the data only when the operator confirms',
  async () => {
    const installation = await emptyInstallation();
    const size = '--users 7 --products 1 --orders 0 --tickets 0';
    await runCommand('seed', installation, { args: size.split(' ') });

    const no = await inTerminal(installation, `seed.ts --fresh ${size}`, 'no');
    const yes = await inTerminal(installation, `seed.ts --fresh ${size}`, 'yes');

    expect(no).toMatch(/will be deleted\. Type yes to continue: [^]*Nothing was deleted\./);
    expect(yes).toContain('7 users, 1 products, 0 orders and 0 tickets');
  },
);

test.runIf(isSqlite)('in production the server warns of a mail server that delivers nothing', async () => {
  const mail = { SMTP_URL: 'smtp://127.0.0.1:1025', MAIL_FROM: 'Shop <shop@example.test>' };

  const { printed } = await startProgram({ ...(await emptyInstallation()), ...mail });

  expect(printed()).toContain('SMTP_URL is that of a mail catcher: no e-mail reaches anybody');
});

test.runIf(isSqlite)(
  'a server that listens beyond loopback starts with an empty database and creates no demo data',
  async () => {
    const installation = {
      ...(await emptyInstallation()),
      HOST: '0.0.0.0',
      NODE_ENV: 'development',
      PUBLIC_URL: 'http://127.0.0.1',
    };

    const { url, printed } = await startProgram(installation);

    const login = { email: 'root@comptoir.example', password: 'comptoir-demo' };
    expect((await clientOf(url, async () => ({})).post('/api/auth/login', login)).status).toBe(401);
    expect(printed()).not.toContain('comptoir-demo');
  },
);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Runs a command of the server at a terminal where a person types an answer. */
async function inTerminal(installation: Record<string, string>, command: string, answer: string): Promise<string> {
  const line = `'${process.execPath}' src/server/commands/${command}`;
  const child = spawn('/usr/bin/script', ['-qec', line, '/dev/null'], {
    cwd: root,
    env: { PATH: process.env.PATH, ...installation },
  });
  const timeout = setTimeout(() => child.kill('SIGKILL'), 30_000);
  let shown = '';
  child.stdout.on('data', (part: Buffer) => {
    shown += part.toString();
    if (shown.includes('Type yes') && child.stdin.writable) child.stdin.end(`${answer}\n`);
  });
  await text(child.stderr);
  await new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve(0)));
  clearTimeout(timeout);
  return shown;
}
