import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

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
      const answer = once(child, 'message');
      child.send(message);
      return ((await answer) as [Said])[0];
    },
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
