import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../tests/support/free-port.ts';

/** The server as a process of its own, with the settings of production. */
export interface Serving {
  port: number;
  /** Ms from the start of the process to its first answer. */
  startedIn: number;
  /** Megabytes of memory it holds now; null where the system does not tell. */
  memory(): number | null;
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** What makes a house a house of production; the load comes from one address, so that nobody is limited. */
export const production = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PUBLIC_URL: 'http://127.0.0.1',
  PEPPER: 'b3nchQv8wLq1XcT6yBm0KsJ4hGdF7pAe2u',
  REQUESTS_PER_MINUTE: '0',
};

/** Starts the server on a free port and waits until it answers. */
export async function serve(house: Record<string, string>, node: string[] = []): Promise<Serving> {
  const port = await freePort();
  const begun = performance.now();
  const child = spawn(process.execPath, [...node, join(import.meta.dirname, '../../../src/server/main.ts')], {
    env: { ...process.env, ...production, ...house, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const end = () => void child.kill('SIGKILL');
  process.once('exit', end);
  await answering(port, child);
  return {
    port,
    startedIn: performance.now() - begun,
    memory: () => memoryOf(child.pid!),
    async stop(signal = 'SIGTERM') {
      process.off('exit', end);
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await once(child, 'exit');
    },
  };
}

async function answering(port: number, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server stopped with exit code ${child.exitCode}`);
    const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((again) => setTimeout(again, 10));
  }
  throw new Error('the server did not answer within a minute');
}

function memoryOf(pid: number): number | null {
  try {
    const held = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return held === undefined ? null : Number(held) / 1_000;
  } catch {
    return null;
  }
}
