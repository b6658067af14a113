import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { startServer, type RunningServer } from '../support/running-server.ts';
import { browserOf, rootAccount, signIn } from './sign-in.ts';

let server: RunningServer;

test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.remove());

/** The charts, the names of their files for all time, and the widths of those that are drawn for the file alone. */
const charts = [
  { title: 'Profit and added balance', file: 'profit-lifetime.png' },
  { title: 'User growth', file: 'users-lifetime.png' },
  { title: 'Orders by status', file: 'orders-by-status-lifetime.png', width: 1024 },
  { title: 'Orders by weekday and hour', file: 'orders-by-hour.png', width: 2112 },
];

test('S2P-03 every chart of the dashboard is saved as a picture with its title, its figures and their colours', async ({
  browser,
}) => {
  const { page } = await browserOf(browser, 'laptop');
  await signIn(page, server.url, await rootAccount(server));
  // A period that has just begun has no figures: a Monday, the first day of a month or of a year.
  await page.getByText('All time', { exact: true }).click();

  for (const { title, file, width } of charts) {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: `Download “${title}”` }).click();
    await page.getByRole('menuitem', { name: 'Picture (PNG)' }).click();
    const download = await saved;
    const picture = await measure(page, await readFile(await download.path()), width ? 2 : 1);

    expect({ title, file: download.suggestedFilename() }).toEqual({ title, file });
    if (width) expect({ title, width: picture.width }).toEqual({ title, width });
    // The title stands in the first 40 px; coloured figures are below it.
    expect({ title, ...picture, isTitled: picture.titled > 50 }).toMatchObject({ isTitled: true, isOpaque: true });
    // The marks of the legend alone have at most 200.
    expect({ title, coloured: picture.coloured > 300 }).toEqual({ title, coloured: true });
  }
});

/** Decodes a picture with `scale` pixels for each px, and counts the pixels of its title and the coloured ones below. */
const measure = (page: Page, png: Buffer, scale: number) =>
  page.evaluate(
    async ([bytes, titleHeight]) => {
      const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
      const { width, height } = picture;
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const brush = canvas.getContext('2d')!;
      brush.drawImage(picture, 0, 0);
      const { data } = brush.getImageData(0, 0, width, height);
      const ground = data.slice(0, 3);
      let [titled, coloured, isOpaque] = [0, 0, true];
      for (let at = 0; at < data.length; at += 4) {
        const [red, green, blue] = [data[at]!, data[at + 1]!, data[at + 2]!];
        isOpaque &&= data[at + 3] === 255;
        const isInTitle = at / 4 / width < titleHeight;
        if (isInTitle && [red, green, blue].some((value, index) => Math.abs(value - ground[index]!) > 100)) titled += 1;
        if (!isInTitle && Math.max(red, green, blue) - Math.min(red, green, blue) > 60) coloured += 1;
      }
      return { width, height, titled, coloured, isOpaque };
    },
    [[...png], 40 * scale] as const,
  );
