import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { OperatorError } from '../../src/server/platform/base/operator-error.ts';
import { freePort } from '../../tests/support/machine.ts';
import { serverUser } from '../../tests/support/postgres.ts';
import { findPostgres } from '../postgres.mjs';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** A PostgreSQL and its standby, each on a loopback port. */
export interface PostgresPair {
  primary: PostgresNode;
  standby: PostgresNode;
  /** The network between the two. */
  replication: TcpProxy;
  remove(): Promise<void>;
}

export interface PostgresNode {
  port: number;
  /** Ends all its processes at once, as the loss of its machine does. */
  kill(): void;
  /** Runs one statement and returns its rows. */
  query(text: string): Promise<Record<string, unknown>[]>;
}

const programNames = ['initdb', 'postgres', 'pg_basebackup'];

/**
 * Starts a primary and a standby. With `synchronous`, a commit is acknowledged only when the standby has it on its disk.
 * Throws an OperatorError when programs of PostgreSQL are missing.
 */
export async function startPair({ synchronous }: { synchronous: boolean }): Promise<PostgresPair> {
  const programs = findPrograms();
  const folder = mkdtempSync(join(tmpdir(), 'comptoir-drill-'));
  const owner = serverUser();
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid ?? owner.uid);
  const run = (name: string, args: string[]) => {
    const { status, stderr } = spawnSync(join(programs, name), args, { ...owner, cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${name} failed: ${stderr}`);
  };
  const [primaryData, standbyData] = [join(folder, 'primary'), join(folder, 'standby')];
  run('initdb', ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-instructions', '-D', primaryData]);
  const start = (data: string, settings: string[]) => startNode({ programs, folder, owner }, data, settings);
  const primary = await start(primaryData, []);
  const replication = await startTcpProxy(primary.port);
  const connection = `host=127.0.0.1 port=${replication.port} user=postgres application_name=standby`;
  run('pg_basebackup', [
    '-h',
    '127.0.0.1',
    '-p',
    `${primary.port}`,
    '-U',
    'postgres',
    '-D',
    standbyData,
    '-R',
    '-c',
    'fast',
  ]);
  const standby = await start(standbyData, [`primary_conninfo=${connection}`, 'synchronous_standby_names=']);
  if (synchronous) await primary.query("alter system set synchronous_standby_names = 'FIRST 1 (standby)'");
  await primary.query('select pg_reload_conf()');
  await untilReplicating(primary, synchronous ? 'sync' : 'async');
  return {
    primary,
    standby,
    replication,
    async remove() {
      await Promise.all([primary.stop(), standby.stop()]);
      await replication.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findPrograms(): string {
  const found = findPostgres();
  const isComplete = found !== undefined && programNames.every((name) => existsSync(join(found, name)));
  if (isComplete) return found;
  throw new OperatorError(
    `npm run drill needs PostgreSQL on this machine, with its programs ${programNames.join(', ')}, and no TEST_POSTGRES_URL.`,
  );
}

interface Place {
  programs: string;
  folder: string;
  owner: { uid?: number; gid?: number };
}

async function startNode(
  { programs, folder, owner }: Place,
  data: string,
  settings: string[],
): Promise<PostgresNode & { stop(): Promise<void> }> {
  const port = await freePort();
  const all = [...settings, `port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`];
  const options = all.flatMap((setting) => ['-c', setting]);
  const child = spawn(join(programs, 'postgres'), ['-D', data, ...options], { ...owner, cwd: folder, stdio: 'ignore' });
  const end = () => void child.kill('SIGKILL');
  process.once('exit', end);
  const node = {
    port,
    query: (text: string) => query(port, text),
    kill() {
      const children = childrenOf(child);
      child.kill('SIGKILL');
      for (const pid of children) killIfAlive(pid);
    },
    async stop() {
      process.off('exit', end);
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGQUIT');
      await once(child, 'exit');
    },
  };
  await until(`PostgreSQL on port ${port}`, async () => {
    if (child.exitCode !== null) throw new Error(`postgres ended with exit code ${child.exitCode}`);
    return node.query('select 1').then(
      () => true,
      () => false,
    );
  });
  return node;
}

async function query(port: number, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** The processes of a PostgreSQL: they would go on for a moment after their parent was killed. */
function childrenOf({ pid }: ChildProcess): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return (stdout ?? '')
    .split('\n')
    .map(Number)
    .filter((child) => child > 1);
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

const untilReplicating = (primary: PostgresNode, state: string): Promise<void> =>
  until(`the standby as ${state}`, async () => {
    const rows = await primary.query('select sync_state, state from pg_stat_replication');
    return rows.some((row) => row.sync_state === state && row.state === 'streaming');
  });

/** Waits until a condition holds. Throws after a minute. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + 60_000; performance.now() < deadline;) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`waited a minute for ${what}`);
}
