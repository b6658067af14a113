import type { Kysely } from 'kysely';
import type { Logger } from './context.ts';
import { appliedMigrations, knownMigrations } from './database/migrate.ts';
import { prepared } from './database/prepared.ts';
import type { Database } from './database/schema.ts';
import { within } from './deadline.ts';
import type { FileHome } from './files/home.ts';

/** A part without which a server cannot do its work. */
type Part = 'database' | 'migrations' | 'files';

export interface Readiness {
  /** The parts that do not answer, within 2 s; the result is kept for a second, however many ask. */
  missing(): Promise<Part[]>;
}

interface Wiring {
  reader: Kysely<Database>;
  files: FileHome;
  log: Logger;
}

/** Ms a result is kept, and ms a part is given to answer. */
const fresh = 1_000;
const patience = 2_000;

/** Checks the parts a server needs; logs when the result changes. */
export function createReadiness({ reader, files, log }: Wiring): Readiness {
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
    known = { missing, until: performance.now() + fresh };
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

/** A check that hangs is not started again until it has ended, so that no requests pile up behind it. */
function checkOf(part: Part, check: () => Promise<unknown>): () => Promise<Failure | null> {
  let hanging: Promise<unknown> | undefined;
  return async () => {
    hanging ??= check().finally(() => (hanging = undefined));
    try {
      await within(patience, hanging);
      return null;
    } catch (err) {
      return { part, err };
    }
  };
}

/** Without a database nothing is known about its tables. */
function failuresOf(results: (Failure | null)[]): Failure[] {
  const failed = results.filter((result) => result !== null);
  const away = failed.some(({ part }) => part === 'database');
  return failed.filter(({ part }) => !(away && part === 'migrations'));
}

/** Prepared, as the queries of most requests are: it fails where those would. */
const readOne = prepared((db, _values: object) => db.selectFrom('house').select('name').limit(1));

/** Throws when a migration is missing; a newer version may have applied further ones already. */
async function checkMigrations(reader: Kysely<Database>): Promise<void> {
  const applied = await appliedMigrations(reader);
  const missing = knownMigrations.filter((name) => !applied.includes(name));
  if (missing.length > 0) throw new Error(`migrations are missing: ${missing.join(', ')}`);
}
