import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';
import { createServer } from 'node:net';
import { chromiumArgs, findChromium } from '../../scripts/chromium.mjs';
import { OperatorError } from '../../src/server/platform/base/operator-error.ts';

/** The folder of the tests' databases: in memory, where the machine has such a folder. */
export const fastFolder: string = writable('/dev/shm') ? '/dev/shm' : tmpdir();

function writable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The first port that no system gives to outgoing connections by itself, and the number of those that tests use. */
const ports = { first: 20_000, count: 12_000 };
/** The place of the next port to try: each process begins at another one. */
let nextPlace = process.pid * 37;

/**
 * A loopback port that nothing listens on. It stays free for a server that stops and starts again: outgoing connections,
 * of which a browser opens hundreds, get higher ports.
 */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < ports.count; tried += 1) {
    const port = ports.first + (nextPlace++ % ports.count);
    if (await isFree(port)) return port;
  }
  throw new Error('no port is free');
}

/** Returns whether a server can listen on a loopback port. */
export async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const listens = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (listens) await new Promise((closed) => probe.close(closed));
  return listens;
}

/** Playwright's options for the Chromium that `npm test` found or installed; without one Playwright reports its absence. */
export async function launchOptions(): Promise<{ executablePath?: string; args: string[] }> {
  const executablePath = await findChromium();
  return { ...(executablePath && { executablePath }), args: chromiumArgs };
}

/** Ends a command that works with a browser where there is none. */
export async function requireChromium(): Promise<void> {
  if (!(await findChromium()))
    throw new OperatorError('No Chromium was found: install one, or set CHROMIUM_PATH to the path of its program.');
}
