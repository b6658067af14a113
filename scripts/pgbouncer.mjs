// Finds the connection pooler that the server tests put between a server and its PostgreSQL.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The path of PgBouncer, when this machine has it.
 * @returns {string | undefined}
 */
export function findPgBouncer() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, 'pgbouncer')).find((path) => existsSync(path));
}
