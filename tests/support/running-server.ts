import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './machine.ts';

export interface RunningServer {
  url: string;
  /** Contains the database and the e-mails; removed by `remove`. */
  dataFolder: string;
  start(): Promise<void>;
  /** Stops the process with SIGTERM, or with SIGKILL as a power cut would. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  remove(): Promise<void>;
}

/**
 * The real server as a process of its own, on a free loopback port, in a new data folder: with demo data, unless
 * `prepare` creates a user in the database first.
 */
export async function startServer(
  settings: Record<string, string> = {},
  prepare: (environment: NodeJS.ProcessEnv) => Promise<void> = async () => undefined,
): Promise<RunningServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'comptoir-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataFolder,
    LOG_LEVEL: 'error',
    ...settings,
  };
  let running: ChildProcess | undefined;
  const server: RunningServer = {
    url,
    dataFolder,
    start: async () => {
      running = spawn(process.execPath, [join(import.meta.dirname, '../../src/server/main.ts')], {
        env: environment,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      await untilAnswering(url, running);
    },
    stop: async (signal = 'SIGTERM') => {
      const stopping = running;
      running = undefined;
      if (!stopping || stopping.exitCode !== null) return;
      await new Promise((exited) => {
        stopping.once('exit', exited);
        stopping.kill(signal);
      });
    },
    remove: async () => {
      await server.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
  await prepare(environment);
  await server.start();
  return server;
}

async function untilAnswering(url: string, running: ChildProcess): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (running.exitCode !== null) throw new Error(`the server stopped with exit code ${running.exitCode}`);
    const answer = await fetch(`${url}/health`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((again) => setTimeout(again, 50));
  }
  throw new Error('the server did not answer within a minute');
}
