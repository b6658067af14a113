// database: any
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { fastFolder } from '../support/machine.ts';

const threads = 3;
const rounds = 20;

/** Opens a new file in each round, at the same moment as the other threads; posts the errors. */
const opener = `
const { parentPort, workerData } = require('node:worker_threads');
const { turns, module, folder, threads, rounds } = workerData;
import(module).then(async ({ openSqlite }) => {
  const errors = [];
  for (let round = 0; round < rounds; round++) {
    Atomics.add(turns, round, 1);
    while (Atomics.load(turns, round) < threads);
    try {
      await openSqlite(folder + '/' + round + '.db').close();
    } catch (error) {
      errors.push(error.message);
    }
  }
  parentPort.postMessage(errors);
});`;

test('several processes that open the same new database at once wait for each other', async () => {
  const folder = mkdtempSync(join(fastFolder, 'comptoir-opened-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const turns = new Int32Array(new SharedArrayBuffer(4 * rounds));
  const module = new URL('../../src/server/platform/database/sqlite.ts', import.meta.url).href;
  const workers = Array.from(
    { length: threads },
    () => new Worker(opener, { eval: true, workerData: { turns, module, folder, threads, rounds } }),
  );

  const errors = await Promise.all(
    workers.map(
      (worker) => new Promise<string[]>((resolve, reject) => worker.once('message', resolve).once('error', reject)),
    ),
  );

  expect(errors.flat()).toEqual([]);
});
