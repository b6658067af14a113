import { expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { startCanary, startUnprotectedProxy, type Canary } from '../support/canary.ts';
import { corpus } from '../support/corpus.ts';
import { disguisedFiles } from '../support/disguised-files.ts';
import { startServer, type RunningServer } from '../support/running-server.ts';
import type { Upload } from '../support/uploads.ts';
import { prepareProofs, type ProofSetup } from './proofs.ts';

let server: RunningServer;
let setup: ProofSetup;
let canary: Canary;

test.beforeAll(async () => {
  server = await startServer();
  setup = await prepareProofs(server);
  canary = await startCanary();
});

test.afterAll(async () => {
  await canary.stop();
  await server.remove();
});

test('C-39 no accepted file runs: opened by its address, as a picture, in a frame, as a script, as a download', async ({
  browser,
}) => {
  const proofs = await setup.deliver([...(await disguisedFiles(canary.url)), ...(await acceptedSamples())]);
  const { context, page } = await openSignedIn(browser, server.url);

  for (const { file, path } of proofs) {
    await test.step(`${file.name} ${path}`, async () => {
      await openEverywhere(page, server.url + path);
      expect({ file: file.name, hits: canary.hits }).toEqual({ file: file.name, hits: [] });
    });
  }

  await context.close();
});

test('C-39 images are shown and documents are downloaded, as their headers say', async ({ browser }) => {
  const proofs = await setup.deliver(await disguisedFiles(canary.url));
  const { context, page } = await openSignedIn(browser, server.url);
  await page.goto(`${server.url}/auth/login`);

  for (const { file, path } of proofs) {
    const isImage = file.type.startsWith('image/');
    const { headers, status } = await setup.request(path, 'customer');
    const expectedHeaders = {
      'content-type': file.type,
      'content-disposition': expect.stringMatching(isImage ? /^inline; filename=/ : /^attachment; filename=/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'cache-control': 'private, no-store',
    };
    expect({ status, ...headers }).toMatchObject({ status: 200, ...expectedHeaders });
    expect({ name: file.name, isDrawn: (await widthInPage(page, path)) > 0 }).toEqual({
      name: file.name,
      isDrawn: isImage,
    });
    expect((await setup.request(path, 'other')).status).toBe(404);
    expect((await setup.request(path, null)).status).toBe(401);
  }

  expect(canary.hits).toEqual([]);
  await context.close();
});

test('a catalogue picture that also contains an HTML page is shown only as a picture', async ({ browser }) => {
  const { context, page } = await openSignedIn(browser, server.url);
  const pictures = (await disguisedFiles(canary.url)).filter(({ type }) => type.startsWith('image/'));

  const paths: string[] = [];
  for (const image of pictures) {
    paths.push(await setup.setPicture(image));
    await openEverywhere(page, server.url + paths.at(-1)!);
  }
  await page.goto(`${server.url}/auth/login`);
  for (const path of paths) expect(await widthInPage(page, path)).toBeGreaterThan(0);

  expect(canary.hits).toEqual([]);
  await context.close();
});

test('a file of a type that a browser runs is refused, whatever its name says', async () => {
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
    expect({ name: file.name, code: await setup.upload(file) }).toEqual({
      name: file.name,
      code: 'INVALID_FILE_TYPE',
    });
  }
});

const missingProtections = {
  'without the headers and without the re-encoding of pictures, every file runs': true,
  'without the headers only the documents run: the server has re-encoded the pictures': false,
};

for (const [name, areAsUploaded] of Object.entries(missingProtections)) {
  test(`the tests above can fail: ${name}`, async ({ browser }) => {
    const proofs = await setup.deliver(await disguisedFiles(canary.url));
    const unprotected = await startUnprotectedProxy(server.url, (path) => {
      const proof = proofs.find((one) => one.path === path);
      return proof && { bytes: areAsUploaded ? proof.file.bytes : undefined };
    });
    const { context, page } = await openSignedIn(browser, unprotected.url);
    const ran: string[] = [];

    for (const { file, path } of proofs) {
      await openEverywhere(page, unprotected.url + path);
      if (canary.hits.splice(0).length > 0) ran.push(file.name);
    }

    const expected = proofs.filter(({ file }) => areAsUploaded || !file.type.startsWith('image/'));
    expect(ran).toEqual(expected.map(({ file }) => file.name));
    await context.close();
    await unprotected.stop();
  });
}

/** Opens a file by its address, and embeds it in a foreign page in every possible way. */
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

/** The width of the file as a picture in a page of the app, 0 when it is none; the page also opens it in a frame. */
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
async function openSignedIn(browser: Browser, url: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ acceptDownloads: true });
  const answer = await context.request.post(`${url}/api/auth/login`, { data: setup.customer });
  expect(answer.status()).toBe(200);
  const page = await context.newPage();
  page.on('dialog', (dialog) => {
    canary.hits.push('dialog');
    void dialog.dismiss();
  });
  return { context, page };
}

/** The sample files below 1 MB that the server accepts. */
const acceptedSamples = async (): Promise<Upload[]> =>
  (await corpus()).filter(
    ({ verdict, bytes }) => ['accepted', 'proof only'].includes(verdict) && bytes.length < 1_000_000,
  );
