import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import type { Database } from './schema.ts';

/** Runs in a transaction of its own, as far as it can see. */
export type Transact = <T>(run: (tx: Transaction<Database>) => Promise<T>) => Promise<T>;

/** Jobs that share one commit at most: it bounds how long the first of them waits. */
const most = 32;

interface Job {
  run(tx: Transaction<Database>): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/**
 * Lets transactions that come at the same moment share one commit, for a database with one writer: it waits for its
 * disk once instead of once for each. They run one after the other, each within a savepoint, so that one that fails
 * leaves nothing behind; none of them is answered before the commit, and when that fails all of them have failed.
 */
export function groupCommit(db: Kysely<Database>): Transact {
  const waiting: Job[] = [];
  let working = false;
  const work = async () => {
    while (waiting.length > 0) await commitSome(db, waiting);
    working = false;
  };
  return <T>(run: (tx: Transaction<Database>) => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      // A cast: what a job resolves to is what it ran.
      waiting.push({ run, resolve: resolve as (value: unknown) => void, reject });
      if (working) return;
      working = true;
      // Whatever has arrived by now is read before this runs.
      setImmediate(() => void work());
    });
}

async function commitSome(db: Kysely<Database>, waiting: Job[]): Promise<void> {
  const taken = [waiting.shift()!];
  const answers: (() => void)[] = [];
  try {
    await db.transaction().execute(async (tx) => {
      for (const job of taken) {
        answers.push(await attempt(tx, job));
        if (waiting.length > 0 && taken.length < most) taken.push(waiting.shift()!);
      }
    });
  } catch (error) {
    for (const { reject } of taken) reject(error);
    return;
  }
  for (const answer of answers) answer();
}

const begin = CompiledQuery.raw('savepoint job');
const end = CompiledQuery.raw('release job');
const undo = CompiledQuery.raw('rollback to job');

/** Runs one job; returns what it will be answered. Throws when the whole transaction is lost. */
async function attempt(tx: Transaction<Database>, job: Job): Promise<() => void> {
  await tx.executeQuery(begin);
  let answer: () => void;
  try {
    const value = await job.run(tx);
    answer = () => job.resolve(value);
  } catch (error) {
    await tx.executeQuery(undo);
    answer = () => job.reject(error);
  }
  await tx.executeQuery(end);
  return answer;
}
