import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import type { Database } from './schema.ts';

/** Runs a function that may treat `tx` as a transaction of its own. */
export type Transact = <T>(run: (tx: Transaction<Database>) => Promise<T>) => Promise<T>;

/** Maximum number of jobs that share one commit: it bounds how long the first of them waits. */
const maxJobs = 32;

interface Job {
  run(tx: Transaction<Database>): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/**
 * Lets transactions that arrive at the same moment share one commit, for a database with one writer: it then waits only
 * once for its disk. They run one after the other, each within a savepoint, so that a failed one changes nothing; none
 * of them resolves before the commit, and when the commit fails, all of them fail.
 */
export function groupCommit(db: Kysely<Database>): Transact {
  const waiting: Job[] = [];
  let isWorking = false;
  const commitAll = async () => {
    while (waiting.length > 0) await commitBatch(db, waiting);
    isWorking = false;
  };
  return <T>(run: (tx: Transaction<Database>) => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      // A cast: each job resolves to the result of its own `run`.
      waiting.push({ run, resolve: resolve as (value: unknown) => void, reject });
      if (isWorking) return;
      isWorking = true;
      // Jobs that arrive before the next turn of the event loop share this commit.
      setImmediate(() => void commitAll());
    });
}

async function commitBatch(db: Kysely<Database>, waiting: Job[]): Promise<void> {
  const batch = [waiting.shift()!];
  const finishers: (() => void)[] = [];
  try {
    await db.transaction().execute(async (tx) => {
      for (const job of batch) {
        finishers.push(await attempt(tx, job));
        if (waiting.length > 0 && batch.length < maxJobs) batch.push(waiting.shift()!);
      }
    });
  } catch (error) {
    for (const { reject } of batch) reject(error);
    return;
  }
  for (const finish of finishers) finish();
}

const begin = CompiledQuery.raw('savepoint job');
const end = CompiledQuery.raw('release job');
const undo = CompiledQuery.raw('rollback to job');

/** Runs one job; returns the function that resolves or rejects it. Throws when the whole transaction is lost. */
async function attempt(tx: Transaction<Database>, job: Job): Promise<() => void> {
  await tx.executeQuery(begin);
  let finish: () => void;
  try {
    const value = await job.run(tx);
    finish = () => job.resolve(value);
  } catch (error) {
    await tx.executeQuery(undo);
    finish = () => job.reject(error);
  }
  await tx.executeQuery(end);
  return finish;
}
