import { spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import { findPgBouncer } from '../../scripts/postgres.mjs';
import { freePort } from './machine.ts';
import { serverUser } from './postgres.ts';

/**
 * Starts a PgBouncer in transaction mode in front of a database, with at most `poolSize` connections to PostgreSQL; it is
 * stopped after the test. Returns the address of the database through PgBouncer.
 */
export async function startPgBouncer(url: string, poolSize = 3): Promise<string> {
  const database = new URL(url);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'comptoir-pgbouncer-'));
  const owner = serverUser();
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid ?? owner.uid);
  const host = database.searchParams.get('host') ?? database.hostname;
  const file = join(folder, 'pgbouncer.ini');
  const target = `host=${host} port=${database.port || 5432} user=${database.username}`;
  writeFileSync(file, settingsOf({ target, port, poolSize }));
  const program = spawn(findPgBouncer()!, ['-q', file], { ...owner, cwd: folder, stdio: 'ignore' });
  const ended = new Promise((resolve) => program.once('exit', resolve));
  onTestFinished(async () => {
    program.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  const pooled = `postgres://${database.username}@127.0.0.1:${port}${database.pathname}`;
  await untilAnswering(pooled);
  return pooled;
}

const settingsOf = ({ target, port, poolSize }: { target: string; port: number; poolSize: number }): string => `
[databases]
* = ${target}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 500
server_login_retry = 1
`;

async function untilAnswering(url: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      await client.query('select 1');
      return;
    } catch (error) {
      if (attempt === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    } finally {
      await client.end();
    }
  }
}
