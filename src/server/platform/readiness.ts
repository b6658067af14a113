import type { Kysely } from 'kysely';
import type { Logger } from './base/logger.ts';
import { appliedMigrations, knownMigrations } from './database/migrate.ts';
import { prepared } from './database/prepared.ts';
import type { Database } from './database/schema.ts';
import { within } from './base/deadline.ts';
import type { FileStore } from './files/file-store.ts';

/** A dependency without which the server cannot work. */
type Part = 'database' | 'migrations' | 'files';

export interface Readiness {
  /** Returns the parts that fail, or do not answer within 2 s; the result is cached for a second. */
  missing(): Promise<Part[]>;
}

interface ReadinessDependencies {
  reader: Kysely<Database>;
  files: FileStore;
  log: Logger;
}

/** For how long a result is cached, and how long a part may take to answer. */
const cachedForMs = 1_000;
const timeoutMs = 2_000;

/** Checks the parts a server needs; logs when the result changes. */
export function createReadiness({ reader, files, log }: ReadinessDependencies): Readiness {
  const checks = [
    checkOf('database', () => readOne(reader, {})),
    checkOf('migrations', () => checkMigrations(reader)),
    checkOf('files', () => files.check()),
  ];
  let known: { missing: Part[]; until: number } = { missing: [], until: 0 };
  let running: Promise<Part[]> | undefined;
  const run = async (): Promise<Part[]> => {
    const failed = failuresOf(await Promise.all(checks.map((check) => check())));
    const missing = failed.map(({ part }) => part);
    if (missing.join() !== known.missing.join()) {
      if (missing.length === 0) log.info({}, 'ready again');
      for (const { part, err } of failed) log.warn({ part, err }, 'not ready: a part does not answer');
    }
    known = { missing, until: performance.now() + cachedForMs };
    return missing;
  };
  return {
    async missing() {
      if (performance.now() < known.until) return known.missing;
      running ??= run().finally(() => (running = undefined));
      return running;
    },
  };
}

interface Failure {
  part: Part;
  err: unknown;
}

/** Returns a check that does not start again while an earlier run hangs, so that queries do not pile up. */
function checkOf(part: Part, check: () => Promise<unknown>): () => Promise<Failure | null> {
  let pending: Promise<unknown> | undefined;
  return async () => {
    pending ??= check().finally(() => (pending = undefined));
    try {
      await within(timeoutMs, pending);
      return null;
    } catch (err) {
      return { part, err };
    }
  };
}

/** The failures among the results, without missing migrations when the database itself does not answer. */
function failuresOf(results: (Failure | null)[]): Failure[] {
  const failed = results.filter((result) => result !== null);
  const isDatabaseDown = failed.some(({ part }) => part === 'database');
  return failed.filter(({ part }) => !(isDatabaseDown && part === 'migrations'));
}

/** A prepared query, because most requests use one: it fails when they would fail. `house` has the facts of the installation. */
const readOne = prepared((db, _values: object) => db.selectFrom('house').select('name').limit(1));

/** Throws when a migration is missing; a newer version may have applied further ones already. */
async function checkMigrations(reader: Kysely<Database>): Promise<void> {
  const applied = await appliedMigrations(reader);
  const missing = knownMigrations.filter((name) => !applied.includes(name));
  if (missing.length > 0) throw new Error(`migrations are missing: ${missing.join(', ')}`);
}
