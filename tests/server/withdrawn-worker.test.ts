import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fastFolder } from '../support/folders.ts';
import { openWorld } from '../support/world.ts';

const pages = mkdtempSync(join(fastFolder, 'comptoir-pages-'));
writeFileSync(join(pages, 'index.html'), '<!doctype html><html lang="en"><title>Comptoir</title></html>');
writeFileSync(join(pages, 'service-worker.js'), 'the app’s own worker');
afterAll(() => rmSync(pages, { recursive: true }));

test('an operator withdraws the service worker with a setting, and browsers get one that removes itself', async () => {
  const usual = await openWorld({ pages });
  expect(await (await fetch(`${usual.url}/service-worker.js`)).text()).toBe('the app’s own worker');
  await usual.close();

  const world = await openWorld({ pages, env: { SERVICE_WORKER: 'withdrawn' } });
  const answer = await fetch(`${world.url}/service-worker.js`);

  expect(await answer.text()).toContain('registration.unregister()');
  expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/);
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  expect(answer.headers.get('service-worker-allowed')).toBe('/');
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  await world.close();
});
