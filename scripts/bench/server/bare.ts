import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
// Named here so that it is known who runs them: each is a process of its own.
import type {} from './bare-http.ts';
import type {} from './bare-postgres.ts';
import type {} from './bare-sqlite.ts';

/** What a bare program says after a turn. */
export interface Turn {
  count: number;
  ms: number;
}

/** A program that does the least there is to do, as a process of its own. */
export interface Bare {
  /** Gives it something and waits for what it says. */
  tell<Said>(message: object): Promise<Said>;
  stop(): Promise<void>;
}

/** Starts a bare program with its arguments. */
export function startBare(name: 'bare-http' | 'bare-postgres' | 'bare-sqlite', args: string[] = []): Bare {
  const child: ChildProcess = fork(join(import.meta.dirname, `${name}.ts`), args);
  return {
    async tell<Said>(message: object) {
      const [said] = (await Promise.all([once(child, 'message'), child.send(message)]))[0] as [Said];
      return said;
    },
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Runs something again and again for a time, and says how often it did. */
export async function repeat(ms: number, run: () => void | Promise<void>): Promise<Turn> {
  const begun = performance.now();
  let count = 0;
  while (performance.now() - begun < ms) {
    await run();
    count += 1;
  }
  return { count, ms: performance.now() - begun };
}
