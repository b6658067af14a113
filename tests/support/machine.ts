import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';
import { createServer, type AddressInfo } from 'node:net';
import { chromiumArgs, findChromium } from '../../scripts/chromium.mjs';

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

/** A loopback port that nothing listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((listening) => probe.listen(0, '127.0.0.1', listening));
  const { port } = probe.address() as AddressInfo;
  await new Promise((closed) => probe.close(closed));
  return port;
}

/** Playwright's options for the Chromium that `npm test` found or installed; without one Playwright reports its absence. */
export async function launchOptions(): Promise<{ executablePath?: string; args: string[] }> {
  const executablePath = await findChromium();
  return { ...(executablePath && { executablePath }), args: chromiumArgs };
}
