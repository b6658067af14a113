import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { home } from '../../scripts/stamp.mjs';
import { fileSizeMax } from '../../src/contract/limits.ts';
import { startServer, type RunningServer } from '../support/running-server.ts';
import { shareFiles } from './share-files.ts';
import { browserOf, customerAccount, goTo, signIn, waitForServiceWorker } from './sign-in.ts';

let server: RunningServer;
test.beforeAll(async () => void (server = await startServer()));
test.afterAll(() => server.remove());

const png = (size: number): Buffer => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')], size);
const slip = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });

interface Stored {
  id: string;
  files: { name: string; type: string; size: number }[];
}

/** The shared files in the device's database. */
const storedFiles = (page: Page): Promise<Stored[]> =>
  page.evaluate(async () => {
    const opening = indexedDB.open('cod_device');
    await new Promise((resolve, reject) => Object.assign(opening, { onsuccess: resolve, onerror: reject }));
    const reading = opening.result.transaction('shared').objectStore('shared').getAll();
    await new Promise((resolve, reject) => Object.assign(reading, { onsuccess: resolve, onerror: reject }));
    opening.result.close();
    type Entry = { id: string; files: { name: string; type: string; bytes: ArrayBuffer }[] };
    return (reading.result as Entry[]).map(({ id, files }) => ({
      id,
      files: files.map(({ name, type, bytes }) => ({ name, type, size: bytes.byteLength })),
    }));
  });

test('TU-25 TU-41 what another app shares is in the form, also without a connection, and a POST is not repeated', async ({
  browser,
}) => {
  const { page, context } = await browserOf(browser, 'phone');
  await signIn(page, server.url, await customerAccount(server));
  await waitForServiceWorker(page);
  await page.reload();
  await context.setOffline(true);

  const led = await shareFiles(page, [slip('transfer.png', png(1_000)), slip('second.png', png(fileSizeMax))]);

  expect(led.pathname).toBe('/user/top-up');
  expect(led.searchParams.get('shared')).toMatch(/^[0-9a-f-]{36}$/);
  const files = page.getByRole('list', { name: 'Attached files' }).getByRole('listitem');
  await expect(files).toContainText(['transfer.png', 'second.png']);
  await expect.poll(() => storedFiles(page)).toEqual([]);
  await context.close();
});

test('TU-41 a file of more than 4 MB is not stored', async ({ browser }) => {
  const { page, context } = await browserOf(browser, 'phone');
  await signIn(page, server.url, await customerAccount(server));
  await waitForServiceWorker(page);
  await page.reload();

  const led = await shareFiles(page, [slip('large.png', png(fileSizeMax + 1))]);

  expect(`${led.pathname}${led.search}`).toBe('/user/top-up?shared=none');
  expect(await storedFiles(page)).toEqual([]);
  await context.close();
});

test('TU-42 what is shared before the sign-in stays through it', async ({ browser }) => {
  const { page, context } = await browserOf(browser, 'phone');
  await page.goto(`${server.url}/auth/login`);
  await waitForServiceWorker(page);
  await page.reload();

  const led = await shareFiles(page, [slip('transfer.png', png(1_000))]);
  expect(await storedFiles(page)).toMatchObject([{ files: [{ name: 'transfer.png' }] }]);
  await signIn(page, server.url, await customerAccount(server));
  await goTo(page, `${led.pathname}${led.search}`);

  await expect(page.getByRole('list', { name: 'Attached files' })).toContainText('transfer.png');
  expect(await storedFiles(page)).toEqual([]);
  await context.close();
});

test('TU-41 the manifest of each language names the address, and the types that a request takes', async () => {
  for (const name of ['manifest', 'manifest.fr', 'manifest.ar']) {
    const manifest = JSON.parse(await readFile(join(home, `dist/${name}.webmanifest`), 'utf8')) as object;
    expect(manifest).toMatchObject({
      share_target: {
        action: '/share',
        method: 'POST',
        enctype: 'multipart/form-data',
        params: { title: 'title', text: 'text', files: [{ name: 'slip', accept: ['image/*', 'application/pdf'] }] },
      },
    });
  }
});
