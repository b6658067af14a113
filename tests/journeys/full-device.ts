import { expect, type Page } from '@playwright/test';
import { isWriteRefused } from './breakable-storage.ts';

/** Half of the reserve: the used space may change by that much during a test. */
const slackBytes = 256 * 1024;

/**
 * Leaves the page so many bytes less than it uses, so that none is free; a freed reserve makes room again. Chromium
 * measures now and then, and the used space shrinks when it tidies its files: so the quota is set again until a write
 * is refused.
 */
export async function fillDevice(
  page: Page,
  setQuota: SetQuota,
  quotaOf = (used: number): number => used - slackBytes,
): Promise<void> {
  const isFull = async () => {
    const used = await page.evaluate(async () => (await navigator.storage.estimate()).usage!);
    await setQuota(Math.floor(quotaOf(used)));
    return page.evaluate(isWriteRefused);
  };
  await expect.poll(isFull, { timeout: 90_000 }).toBe(true);
}

/**
 * Fills the device as `fillDevice` does, and keeps it full while it has its reserve, whatever the browser tidies up. The
 * returned function ends that.
 */
export async function keepDeviceFull(page: Page, setQuota: SetQuota): Promise<() => Promise<void>> {
  await fillDevice(page, setQuota);
  let isOver = false;
  const keep = async () => {
    while (!isOver) {
      const used = await page.evaluate(async () => (await navigator.storage.estimate()).usage!);
      // A reserve that was freed since then has made room, which must stay.
      if ((await reserves(page)).length > 0) await setQuota(used - slackBytes);
      await new Promise((again) => setTimeout(again, 100));
    }
  };
  const keeping = keep();
  return async () => {
    isOver = true;
    await keeping;
  };
}

/** The names of the reserves on the device. */
export const reserves = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('comptoir-reserve')));

type SetQuota = (quotaSize: number | undefined) => Promise<void>;

/** Returns a function that sets the quota of a site in bytes; undefined restores the usual one. */
export async function quotaSetter(page: Page, origin: string): Promise<SetQuota> {
  const devTools = await page.context().newCDPSession(page);
  return async (quotaSize) => {
    await devTools.send('Storage.overrideQuotaForOrigin', { origin, ...(quotaSize !== undefined && { quotaSize }) });
  };
}
