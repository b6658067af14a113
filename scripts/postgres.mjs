// Finds the PostgreSQL programs with which the server tests start a database of their own.
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const debianFolder = '/usr/lib/postgresql';

/**
 * The folder with PostgreSQL's `initdb` and `postgres`, newest version first, or the address in TEST_POSTGRES_URL.
 * @returns {string | undefined}
 */
export function findPostgres() {
  if (process.env.TEST_POSTGRES_URL) return process.env.TEST_POSTGRES_URL;
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => `${debianFolder}/${version}/bin`),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}
