import { expect, type Page } from '@playwright/test';

interface SharedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Posts a form with files as Android does for an app that is shared to; returns the address to which it leads. */
export async function shareFiles(page: Page, files: SharedFile[]): Promise<URL> {
  await page.evaluate(() => {
    document.body.insertAdjacentHTML(
      'beforeend',
      `<form id="share" action="/share" method="post" enctype="multipart/form-data">
        <input name="title" value="Transfer"><input name="slip" type="file" multiple>
      </form>`,
    );
  });
  await page.locator('#share [name=slip]').setInputFiles(files);
  const isLed = page.waitForRequest((request) => request.isNavigationRequest() && request.redirectedFrom() !== null);
  const isLoaded = page.waitForEvent('load');
  await page.locator('#share').evaluate((form: HTMLFormElement) => form.submit());
  const led = await isLed;
  await isLoaded;
  expect(led.redirectedFrom()!.method()).toBe('POST');
  expect(led.method()).toBe('GET');
  expect((await led.redirectedFrom()!.response())!.status()).toBe(303);
  return new URL(led.url());
}
