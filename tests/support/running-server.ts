import { spawn, type ChildProcess } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, isFree } from './machine.ts';
import { hasPauses } from './random-pauses.ts';

export interface RunningServer {
  url: string;
  /** Contains the database and the e-mails; removed by `remove`. */
  dataFolder: string;
  start(): Promise<void>;
  /** Stops the process with SIGTERM, or with SIGKILL as a power cut would. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  remove(): Promise<void>;
}

interface Installation {
  dataFolder: string;
  /** The path of the program. */
  main: string;
  environment: NodeJS.ProcessEnv;
}

/**
 * The real server as a process of its own, on a free loopback port, in a new data folder: with demo data, unless
 * `prepare` creates a user in the database first. `main` is the program, this version's by default. Where no setting changes the demo data, they are copied (demo-folder.ts).
 */
export async function startServer(
  settings: Record<string, string> = {},
  prepare?: (environment: NodeJS.ProcessEnv) => Promise<void>,
  main: string = join(import.meta.dirname, '../../src/server/main.ts'),
): Promise<RunningServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'comptoir-'));
  const { DEMO_FOLDER: demoFolder } = process.env;
  if (demoFolder && !prepare && Object.keys(settings).length === 0)
    await cp(demoFolder, dataFolder, { recursive: true, preserveTimestamps: true });
  const environment = { ...process.env, HOST: '127.0.0.1', DATA_DIR: dataFolder, LOG_LEVEL: 'error', ...settings };
  await prepare?.(environment);
  for (;;) {
    const port = await freePort();
    const server = serverAt(port, { dataFolder, main, environment });
    try {
      await server.start();
      return server;
    } catch (error) {
      // Another process has taken the port in between.
      if (await isFree(port)) throw error;
    }
  }
}

function serverAt(port: number, { dataFolder, main, environment }: Installation): RunningServer {
  const url = `http://127.0.0.1:${port}`;
  let running: ChildProcess | undefined;
  const server: RunningServer = {
    url,
    dataFolder,
    start: async () => {
      const pauses = hasPauses ? ['--import', join(import.meta.dirname, 'server-pauses.ts')] : [];
      running = spawn(process.execPath, [...pauses, main], {
        env: { ...environment, PORT: String(port) },
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
  return server;
}

async function untilAnswering(url: string, running: ChildProcess): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (Date.now() < deadline) {
    if (running.exitCode !== null) throw new Error(`the server stopped with exit code ${running.exitCode}`);
    const answer = await fetch(`${url}/health`).catch(() => undefined);
    if (answer?.ok && running.exitCode === null) return;
    await new Promise((again) => setTimeout(again, 50));
  }
  throw new Error('the server did not answer within two minutes');
}
