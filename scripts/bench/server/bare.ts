import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A program in its own process that does the least possible work: the lower bound. */
export interface Bare {
  /** Sends the program a message and waits for its answer. */
  request<Response>(message: object): Promise<Response>;
  stop(): Promise<void>;
}

/** Starts a bare program with its arguments. */
export function startBare(name: 'bare-http' | 'bare-postgres' | 'bare-sqlite', args: string[] = []): Bare {
  const child: ChildProcess = fork(join(import.meta.dirname, `${name}.ts`), args);
  return {
    async request<Response>(message: object) {
      const answer = once(child, 'message');
      child.send(message);
      return ((await answer) as [Response])[0];
    },
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** An order to place. */
export interface OrderToPlace {
  user: number;
  product: number;
  cents: number;
}
