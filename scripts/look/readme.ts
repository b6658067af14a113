import { join } from 'node:path';
import { mkdir, stat } from 'node:fs/promises';
import type { Browser } from '@playwright/test';
import sharp from 'sharp';
import { home } from '../stamp.mjs';
import type { SampleIds } from './sample-ids.ts';
import type { Language } from './options.ts';
import type { Shop } from './shop.ts';
import { openVisit, signIn, visit } from './visits.ts';

const folder = join(home, 'public/screenshots');
/** The most bytes of a picture: browsers also load the pictures when they offer to install the app. */
const bytesMax = 150_000;

interface Shot {
  file: string;
  who: 'customer' | 'admin';
  language: Language;
  size: { width: number; height: number };
  path: string;
}

const phone = { width: 390, height: 844 };
const laptop = { width: 1280, height: 800 };

/** Takes the pictures of the README and of the manifest, each a PNG of at most 150 kB. */
export async function makeReadmePictures(
  browser: Browser,
  shop: Shop,
  { category, arabicCategory }: SampleIds,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const shots: Shot[] = [
    { file: 'narrow.png', who: 'customer', language: 'en', size: phone, path: `/user/categories/${category}` },
    { file: 'narrow-ar.png', who: 'customer', language: 'ar', size: phone, path: `/user/categories/${arabicCategory}` },
    { file: 'wide.png', who: 'admin', language: 'en', size: laptop, path: '/admin/tickets' },
  ];
  for (const shot of shots) await takePicture(browser, shop, shot);
}

async function takePicture(
  browser: Browser,
  { url, accounts }: Shop,
  { file, who, language, size, path }: Shot,
): Promise<void> {
  const { page } = await openVisit(browser, size.width < 640 ? 360 : 1280);
  await page.setViewportSize(size);
  await signIn(page, url, accounts[who]);
  await visit(page, url + path, language, 'light');
  // Waits until the pass after the load has ended and the dot of the connection is green.
  await page.waitForTimeout(2_000);
  const picture = await page.screenshot();
  await page.context().close();
  const target = join(folder, file);
  await sharp(picture).png({ palette: true, colours: 256, compressionLevel: 9, effort: 10 }).toFile(target);
  const { size: bytes } = await stat(target);
  if (bytes > bytesMax) throw new Error(`${file} has ${bytes} bytes`);
  console.log(`${file}: ${size.width} × ${size.height}, ${bytes} bytes`);
}
