import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { openDatabase } from '../../src/server/platform/database/open.ts';
import { findPostgres } from '../../scripts/postgres.mjs';
import { fastFolder } from './machine.ts';

/** The PostgreSQL of this test run, without fsync; started when the first database is created. */
let cluster: Promise<Pick<Cluster, 'address'>> | undefined;

interface Cluster {
  address(database: string): string;
  /** Stops PostgreSQL as `pg_ctl stop -m immediate` does: connections break, the next start recovers from the log. */
  crash(): Promise<void>;
  /** Starts PostgreSQL again with its data; resolves when it accepts connections. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Creates an empty database, or a copy of `template`, and returns its address; `drop` removes it. `options` are those of CREATE DATABASE. */
export async function emptyDatabase(
  template = 'template1',
  options = '',
): Promise<{ url: string; name: string; drop(): Promise<void> }> {
  cluster ??= sharedFolder() === undefined ? startCluster({ folder: fastFolder, durable: false }) : sharedCluster();
  return databaseOf(await cluster, template, options);
}

/** Vitest's global setup of the server tests: one PostgreSQL for all test files; each test has its own database in it. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  return process.env.TEST_DATABASE === 'postgres' ? sharePostgres() : undefined;
}

async function databaseOf(
  { address }: Pick<Cluster, 'address'>,
  template: string,
  options = '',
): ReturnType<typeof emptyDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await execute(address('postgres'), `create database ${name} template ${template} ${options}`);
  return { url: address(name), name, drop: () => execute(address('postgres'), `drop database ${name} with (force)`) };
}

/** The name of a migrated, empty database: copying it for each test is quicker than migrating. */
export async function migratedTemplate(): Promise<string> {
  migrated ??= makeTemplate();
  return migrated;
}

let migrated: Promise<string> | undefined;

async function makeTemplate(): Promise<string> {
  const shared = process.env.TEST_POSTGRES_TEMPLATE;
  if (shared !== undefined) return shared;
  const { url, name } = await emptyDatabase();
  const { close } = await openDatabase({ kind: 'postgres', url }, () => undefined);
  await close();
  return name;
}

/** The folder of the PostgreSQL that `sharePostgres` started for all processes of this run, if it did. */
const sharedFolder = (): string | undefined => process.env.TEST_POSTGRES_FOLDER;

const sharedCluster = async (): Promise<Pick<Cluster, 'address'>> => ({ address: addressIn(sharedFolder()!) });

/**
 * Starts one PostgreSQL, with a migrated database to copy, for all processes started after this, unless the tests use a
 * running one or none. Returns a function that stops it.
 */
export async function sharePostgres(): Promise<() => Promise<void>> {
  const programs = findPostgres();
  if (!programs || programs.startsWith('postgres')) return async () => undefined;
  const folder = makeFolder(fastFolder);
  const { stop } = await startOwn(programs, { folder: fastFolder, durable: false }, folder);
  process.env.TEST_POSTGRES_FOLDER = folder;
  process.env.TEST_POSTGRES_TEMPLATE = await migratedTemplate();
  return stop;
}

/** Starts a PostgreSQL in the caller's folder. `durable`: its commits wait for the disk, as in production. */
export async function startPostgres(
  where: ClusterOptions,
): Promise<Omit<Cluster, 'address'> & { database(template?: string): ReturnType<typeof emptyDatabase> }> {
  const { address, ...running } = await startCluster(where);
  return { ...running, database: (template = 'template1') => databaseOf({ address }, template) };
}

interface ClusterOptions {
  folder: string;
  durable: boolean;
}

async function execute(address: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function startCluster(where: ClusterOptions): Promise<Cluster> {
  const found = findPostgres();
  if (!found) throw new Error('this machine has no PostgreSQL');
  const nothing = async () => undefined;
  if (found.startsWith('postgres'))
    return { address: (name) => addressOn(found, name), crash: nothing, start: nothing, stop: nothing };
  return startOwn(found, where);
}

/** A new folder for a data folder and a socket, of the user that runs PostgreSQL. */
function makeFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, 'comptoir-postgres-'));
  const { uid, gid } = serverUser();
  if (uid !== undefined) chownSync(folder, uid, gid ?? uid);
  return folder;
}

function fillFolder(programs: string, folder: string): void {
  const initdb = spawnSync(join(programs, 'initdb'), [...initdbOptions, join(folder, 'data')], {
    ...serverUser(),
    cwd: folder,
    encoding: 'utf8',
  });
  if (initdb.status !== 0) throw new Error(`initdb failed: ${initdb.stderr}`);
}

/** Options of initdb; the last one takes the data folder. */
const initdbOptions = '-U postgres -A trust -E UTF8 --locale=C --no-sync --no-instructions -D'.split(' ');

const addressIn = (folder: string) => (database: string) =>
  `postgres://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`;

async function startOwn(programs: string, where: ClusterOptions, folder = makeFolder(where.folder)) {
  const owner = serverUser();
  const data = join(folder, 'data');
  fillFolder(programs, folder);
  const quick = where.durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
  // A socket in the folder instead of a port: nothing to collide with.
  const settings = [...quick, 'max_connections=300', 'listen_addresses=', `unix_socket_directories=${folder}`];
  const address = addressIn(folder);
  const launch = () =>
    spawn(join(programs, 'postgres'), ['-D', data, ...settings.flatMap((one) => ['-c', one])], {
      ...owner,
      cwd: folder,
      stdio: 'ignore',
    });
  let server = launch();
  const end = () => void server.kill('SIGQUIT');
  process.once('exit', end);
  await untilAnswering(server, address('postgres'));
  return {
    address,
    crash: () => stopProcess(server, 'SIGQUIT'),
    async start() {
      server = launch();
      await untilAnswering(server, address('postgres'));
    },
    async stop() {
      process.off('exit', end);
      await stopProcess(server, 'SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The user that runs PostgreSQL and PgBouncer; both refuse root, and run as `postgres`, the user of their package. */
export function serverUser(): { uid?: number; gid?: number } {
  if (userInfo().uid !== 0) return {};
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout.trim());
  return { uid: id('-u'), gid: id('-g') };
}

async function untilAnswering(server: ChildProcess, address: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (server.exitCode !== null) throw new Error(`postgres ended with ${server.exitCode}`);
    try {
      return await execute(address, 'select 1');
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error('postgres does not answer');
}

async function stopProcess(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  await new Promise((resolve) => {
    server.once('exit', resolve);
    server.kill(signal);
  });
}

function addressOn(address: string, name: string): string {
  const url = new URL(address);
  url.pathname = `/${name}`;
  return url.href;
}
