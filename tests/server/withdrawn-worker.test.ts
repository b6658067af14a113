// database: any
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fastFolder } from '../support/machine.ts';
import { startTestServer } from '../support/test-server.ts';

const appFolder = mkdtempSync(join(fastFolder, 'comptoir-pages-'));
writeFileSync(join(appFolder, 'index.html'), '<!doctype html><html lang="en"><title>Comptoir</title></html>');
writeFileSync(join(appFolder, 'service-worker.js'), 'the app’s own worker');
afterAll(() => rmSync(appFolder, { recursive: true }));

test('an operator withdraws the service worker with a setting, and browsers get one that removes itself', async () => {
  const usual = await startTestServer({ pages: appFolder });
  expect(await (await fetch(`${usual.url}/service-worker.js`)).text()).toBe('the app’s own worker');
  await usual.close();

  const server = await startTestServer({ pages: appFolder, env: { SERVICE_WORKER: 'withdrawn' } });
  const answer = await fetch(`${server.url}/service-worker.js`);

  expect(await answer.text()).toContain('registration.unregister()');
  expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/);
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  expect(answer.headers.get('service-worker-allowed')).toBe('/');
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  await server.close();
});
