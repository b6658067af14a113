import { expect, type Page } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { tagOf } from '../../src/client/text/locales.ts';
import type { openShopDatabase } from '../support/shop-database.ts';
import { picture } from '../support/uploads.ts';
import type { Api } from './api.ts';
import { expectNoSidewaysScroll, goTo, type Language } from './sign-in.ts';

/** The PIN of the admin who adds balance. */
const pin = '294817';

/** Cents as the app writes an amount in a language, without the sign of the currency. */
export const amountIn = (language: Language, cents: number): string =>
  new Intl.NumberFormat(tagOf(language), { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(cents / 100);

/** The sign of a currency, as the app writes it in a language. */
export const signOf = (language: Language, currency: string): string =>
  new Intl.NumberFormat(tagOf(language), { style: 'currency', currency })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')!.value;

type Translate = (english: string) => string;

/** Opens the order popup of a product with its variant chosen. */
export async function openProduct(page: Page, { categoryId, title, variant }: Variant): Promise<void> {
  await goTo(page, `/user/categories/${categoryId}`);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: title }).first().click();
  await page.getByRole('dialog').getByRole('radio', { name: variant, exact: false }).first().check();
}

type Variant = Awaited<ReturnType<ReturnType<typeof openShopDatabase>['productWithVariants']>>;

/** Confirms the order in the open popup. */
export async function confirmOrder(page: Page, translate: Translate): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: translate('Confirm order') }).click();
  await expect(dialog).toBeHidden();
}

/** Adds 500 to a customer's balance, with a PIN that the admin sets first. */
export async function addBalance(admin: Api, email: string, password: string): Promise<void> {
  await admin.post('/api/auth/pin', { password, pin });
  const { data } = (await (await admin.get(`/api/users?search=${email}`)).json()) as {
    data: { data: { id: number }[] };
  };
  await admin.post(`/api/users/${data.data[0]!.id}/balance/add`, { amount: 500, pin });
}

/** A picture of 600 px that is chosen in a form. */
export const photo = async (name: string) => ({ name, mimeType: 'image/png', buffer: await picture('png', 600) });

/** A photo of a phone: turned on its side, with a place in its metadata, and more than 4 MB. */
async function largePhoto(name: string) {
  const raw = { width: 4_000, height: 3_000, channels: 3 } as const;
  const buffer = await sharp(randomBytes(raw.width * raw.height * raw.channels), { raw })
    .jpeg({ quality: 80 })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '36/1 48/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

/** Describes the photo that waits in the outbox of the device. */
export const waitingPhoto = (page: Page) =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name!);
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(names.find((name) => /^cod_\d+$/.test(name))!);
      opening.addEventListener('success', () => resolve(opening.result));
    });
    const [file] = await new Promise<{ name: string; type: string; bytes: ArrayBuffer }[]>((resolve) => {
      const reading = database.transaction('blobs').objectStore('blobs').getAll();
      reading.addEventListener('success', () => resolve(reading.result as never));
    });
    database.close();
    const { name, type, bytes } = file!;
    const { width, height } = await createImageBitmap(new Blob([bytes], { type }));
    const text = new TextDecoder('latin1').decode(bytes);
    return { name, type, width, height, size: bytes.byteLength, hasMetadata: text.includes('Exif') };
  });

/** Opens a ticket with a large photo. */
export async function openTicket(page: Page, translate: Translate, subject: string): Promise<void> {
  await goTo(page, '/user/tickets/create');
  await page.getByLabel(translate('Subject')).fill(subject);
  await page.getByRole('radio', { name: translate('Technical') }).check();
  await page.getByLabel(translate('What happened?')).fill('My code does not work');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await largePhoto('broken-code.jpg'));
  await expect(page.getByRole('list', { name: translate('Attached files') })).toContainText('broken-code.jpg');
  await page.getByRole('button', { name: translate('Create ticket') }).click();
  await expect(page).toHaveURL(/\/user\/tickets\/[0-9a-f-]{36}$/);
  await expect(page.getByText('My code does not work')).toBeVisible();
}

/** Sets the status of the open ticket as an admin. */
export async function setStatus(page: Page, status: string): Promise<void> {
  await page
    .getByRole('button', { name: /Code refused|#\d+/ })
    .and(page.locator('[aria-haspopup=menu]'))
    .first()
    .click();
  await page.getByRole('menuitemradio', { name: status }).click();
}
