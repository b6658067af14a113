import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { fastFolder } from './machine.ts';
import { emptyDatabase } from './postgres.ts';
import { databaseKind } from './test-server.ts';

const server = join(import.meta.dirname, '../../src/server');
/** Where the server keeps its compiled code. A command would compile the same files at each of its starts. */
const compileCache = join(import.meta.dirname, '../../node_modules/.cache/server');

/** The environment of a new installation for one test: an empty data folder and an empty database of the tests' kind. */
export async function emptyInstallation(): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(fastFolder, 'comptoir-data-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const installation = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'error' };
  return databaseKind === 'postgres' ? { ...installation, DATABASE_URL: (await emptyDatabase()).url } : installation;
}

/** Runs a command of the server as a process and waits for its end; `folder` holds the server's sources. */
export async function runCommand(
  name: string,
  env: Record<string, string>,
  options: { args?: string[]; input?: string; folder?: string } = {},
): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(
    process.execPath,
    [join(options.folder ?? server, 'commands', `${name}.ts`), ...(options.args ?? [])],
    {
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, ...env },
    },
  );
  child.stdin.end(options.input ?? '');
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, err };
}

export interface Program {
  url: string;
  child: ChildProcess;
  /** Both output streams so far. */
  printed(): string;
  /** Standard output so far. */
  output(): string;
  /** Standard error so far. */
  errors(): string;
  /** Sends a signal and resolves with the exit code. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts the server as a process, as production does: without demo data; `folder` holds its sources. */
export async function startProgram(installation: Record<string, string>, folder = server): Promise<Program> {
  const productionSettings = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://127.0.0.1',
    PEPPER: 'p8Zr3vN8wLq1XcT6yBm0KsJ4hGdF7pAe2u',
  };
  const child = spawn(process.execPath, [join(folder, 'main.ts')], {
    env: { PATH: process.env.PATH, ...productionSettings, ...installation, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  onTestFinished(() => void (child.exitCode === null && child.kill('SIGKILL')));
  let printed = '';
  const streams = { out: '', err: '' };
  const listening = new Promise<number>((resolve, reject) => {
    const read = (part: Buffer) => {
      printed += part.toString();
      const port = /"port":(\d+)/.exec(printed)?.[1];
      if (port) resolve(Number(port));
    };
    child.stdout.on('data', read).on('data', (part: Buffer) => (streams.out += part.toString()));
    child.stderr.on('data', read).on('data', (part: Buffer) => (streams.err += part.toString()));
    child.once('exit', () => reject(new Error(`the server ended: ${printed}`)));
  });
  const stop = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  const url = `http://127.0.0.1:${await listening}`;
  return { url, child, printed: () => printed, output: () => streams.out, errors: () => streams.err, stop };
}
