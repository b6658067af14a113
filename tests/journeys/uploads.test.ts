import { expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { startCanary, startCareless, type Canary } from '../support/canary.ts';
import { corpus } from '../support/corpus.ts';
import { polyglots } from '../support/polyglots.ts';
import { startServer, type RunningServer } from '../support/running-server.ts';
import type { Upload } from '../support/uploads.ts';
import { openDesk, type Desk } from './proofs.ts';

let server: RunningServer;
let desk: Desk;
let canary: Canary;

test.beforeAll(async () => {
  server = await startServer();
  desk = await openDesk(server);
  canary = await startCanary();
});

test.afterAll(async () => {
  await canary.stop();
  await server.remove();
});

test('C-39 what the server took runs nowhere: by address, in a picture, in a frame, as a script, as a download', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const proofs = await desk.deliver([...(await polyglots(canary.url)), ...(await harmless())]);
  const { context, page } = await signedIn(browser, server.url);

  for (const { file, path } of proofs) {
    await test.step(`${file.name} ${path}`, async () => {
      await openEverywhere(page, server.url + path);
      expect({ file: file.name, hits: canary.hits }).toEqual({ file: file.name, hits: [] });
    });
  }

  await context.close();
});

test('C-39 images are shown, documents are saved, and both say so in their headers', async ({ browser }) => {
  test.setTimeout(120_000);
  const proofs = await desk.deliver(await polyglots(canary.url));
  const { context, page } = await signedIn(browser, server.url);
  await page.goto(`${server.url}/auth/login`);

  for (const { file, path } of proofs) {
    const isImage = file.type.startsWith('image/');
    const { headers, status } = await desk.ask(path, 'customer');
    const policies = {
      'content-type': file.type,
      'content-disposition': expect.stringMatching(isImage ? /^inline; filename=/ : /^attachment; filename=/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'cache-control': 'private, no-store',
    };
    expect({ status, ...headers }).toMatchObject({ status: 200, ...policies });
    expect({ name: file.name, width: (await widthInPage(page, path)) > 0 }).toEqual({
      name: file.name,
      width: isImage,
    });
    expect((await desk.ask(path, 'other')).status).toBe(404);
    expect((await desk.ask(path, null)).status).toBe(401);
  }

  expect(canary.hits).toEqual([]);
  await context.close();
});

test('a picture of the catalogue that is a page as well is only a picture', async ({ browser }) => {
  const { context, page } = await signedIn(browser, server.url);
  const pictures = (await polyglots(canary.url)).filter(({ type }) => type.startsWith('image/'));

  const paths: string[] = [];
  for (const image of pictures) {
    paths.push(await desk.show(image));
    await openEverywhere(page, server.url + paths.at(-1)!);
  }
  await page.goto(`${server.url}/auth/login`);
  for (const path of paths) expect(await widthInPage(page, path)).toBeGreaterThan(0);

  expect(canary.hits).toEqual([]);
  await context.close();
});

test('what can run anywhere is not taken', async () => {
  const call = `new Image().src='${canary.url}'`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="${call}"/>`;
  const page = `<!doctype html><script>${call}</script>`;
  const files: Upload[] = [
    ['a.svg', 'image/svg+xml', svg],
    ['a.png', 'image/png', svg],
    ['a.html', 'text/html', page],
    ['a.pdf', 'application/pdf', page],
    ['a.gif', 'image/gif', `GIF89a/*${page}*/=1`],
    ['a.xml', 'text/xml', `<?xml-stylesheet href="a.xsl"?>${svg}`],
    ['a.js', 'text/javascript', call],
  ].map(([name, type, text]) => ({ name: name!, type: type!, bytes: Uint8Array.from(Buffer.from(text!)) }));

  for (const file of files) {
    expect({ name: file.name, code: await desk.keep(file) }).toEqual({ name: file.name, code: 'INVALID_FILE_TYPE' });
  }
});

const faults = {
  'the headers are gone and the files are as they were sent: each of them runs': true,
  'the headers alone are gone: the documents run, the pictures were written anew and do not': false,
};

for (const [about, asSent] of Object.entries(faults)) {
  test(`the tests above see the fault: ${about}`, async ({ browser }) => {
    test.setTimeout(180_000);
    const proofs = await desk.deliver(await polyglots(canary.url));
    const careless = await startCareless(server.url, (path) => {
      const proof = proofs.find((one) => one.path === path);
      return proof && { bytes: asSent ? proof.file.bytes : undefined };
    });
    const { context, page } = await signedIn(browser, careless.url);
    const ran: string[] = [];

    for (const { file, path } of proofs) {
      await openEverywhere(page, careless.url + path);
      if (canary.hits.splice(0).length > 0) ran.push(file.name);
    }

    const expected = proofs.filter(({ file }) => asSent || !file.type.startsWith('image/'));
    expect(ran).toEqual(expected.map(({ file }) => file.name));
    await context.close();
    await careless.stop();
  });
}

/** By its address, and from a page of somebody else's that puts it wherever a page can put something. */
async function openEverywhere(page: Page, url: string): Promise<void> {
  const download = page.waitForEvent('download', { timeout: 0 }).catch(() => undefined);
  const opened = await page.goto(url).catch((error: unknown) => {
    if (!String(error).includes('Download is starting')) throw error;
    return null;
  });
  if (!opened) expect((await download)!.suggestedFilename()).toMatch(/\.(pdf|docx?)$/);
  await page.goto(`${canary.url}/page?of=${encodeURIComponent(url)}`);
  if (await page.evaluate(() => 'canary' in globalThis)) canary.hits.push('global');
}

/** How wide the browser draws it in a page of the app, which also frames it; 0 when it is no picture. */
const widthInPage = (page: Page, path: string): Promise<number> =>
  page.evaluate(async (src) => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    const framed = new Promise((done) => frame.addEventListener('load', done, { once: true }));
    frame.src = src;
    const image = document.body.appendChild(new Image());
    const drawn = new Promise((done) => ['load', 'error'].forEach((end) => image.addEventListener(end, done)));
    image.src = src;
    await Promise.all([drawn, framed]);
    return image.naturalWidth;
  }, path);

/** A browser in which the customer is signed in. */
async function signedIn(browser: Browser, url: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ acceptDownloads: true });
  const answer = await context.request.post(`${url}/api/auth/login`, { data: desk.customer });
  expect(answer.status()).toBe(200);
  const page = await context.newPage();
  page.on('dialog', (dialog) => {
    canary.hits.push('dialog');
    void dialog.dismiss();
  });
  return { context, page };
}

/** The files of the corpus the server takes. */
const harmless = async (): Promise<Upload[]> =>
  (await corpus()).filter(({ verdict, bytes }) => ['taken', 'document'].includes(verdict) && bytes.length < 1_000_000);
