import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../tests/support/machine.ts';

/** The server as a process of its own, with the settings of production. */
export interface Serving {
  port: number;
  /** The time from the start of the process to its first answer, in ms. */
  startedIn: number;
  /** The memory that it uses now, in megabytes; null where the system does not report it. */
  memory(): number | null;
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** The settings of production, without rate limits: the whole load comes from one address. */
export const production = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PUBLIC_URL: 'http://127.0.0.1',
  PEPPER: 'b3nchQv8wLq1XcT6yBm0KsJ4hGdF7pAe2u',
  REQUESTS_PER_MINUTE: '0',
};

/** Starts the server on a free port and waits until it answers. */
export async function serve(installation: Record<string, string>, nodeOptions: string[] = []): Promise<Serving> {
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...nodeOptions, join(import.meta.dirname, '../../../src/server/main.ts')], {
    env: { ...process.env, ...production, ...installation, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const end = () => void child.kill('SIGKILL');
  process.once('exit', end);
  await waitForAnswer(port, child);
  return {
    port,
    startedIn: performance.now() - startedAt,
    memory: () => memoryOf(child.pid!),
    async stop(signal = 'SIGTERM') {
      process.off('exit', end);
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await once(child, 'exit');
    },
  };
}

async function waitForAnswer(port: number, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server stopped with exit code ${child.exitCode}`);
    const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('the server did not answer within a minute');
}

function memoryOf(pid: number): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1_000;
  } catch {
    return null;
  }
}
