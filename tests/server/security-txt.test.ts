// database: any
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fastFolder } from '../support/machine.ts';
import { emptyInstallation, startProgram } from '../support/programs.ts';
import { startTestServer } from '../support/test-server.ts';

const path = '/.well-known/security.txt';
const contact = 'mailto:security@shop.example';
const day = 24 * 60 * 60 * 1000;

const appFolder = mkdtempSync(join(fastFolder, 'comptoir-pages-'));
writeFileSync(join(appFolder, 'index.html'), '<!doctype html><html lang="en"><title>Comptoir</title></html>');
afterAll(() => rmSync(appFolder, { recursive: true }));

/** The fields of RFC 9116, each with its value. */
const fieldsOf = (text: string) =>
  Object.fromEntries(
    text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/: (.*)/, 2)),
  );

test('security.txt names the contact from SECURITY_CONTACT, and expires in less than a year', async () => {
  const server = await startTestServer({ env: { SECURITY_CONTACT: contact, PUBLIC_URL: 'https://shop.example' } });

  const answer = await fetch(server.url + path);
  const { Contact, Expires, Canonical, ...others } = fieldsOf(await answer.text());

  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect({ Contact, Canonical, others }).toEqual({
    Contact: contact,
    Canonical: `https://shop.example${path}`,
    others: {},
  });
  expect(Date.parse(Expires!) - server.clock.now).toBeGreaterThan(90 * day);
  expect(Date.parse(Expires!) - server.clock.now).toBeLessThan(365 * day);
  expect((await fetch(server.url + path, { method: 'HEAD' })).status).toBe(200);
});

test.each(['*/*', 'text/html'])(
  'without a contact there is no security.txt for a client that accepts %s',
  async (accept) => {
    const server = await startTestServer({ pages: appFolder });

    const answer = await server.app.inject({ url: path, headers: { Accept: accept } });

    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'NOT_FOUND' });
  },
);

test('a server in production serves the contact from SECURITY_CONTACT', async () => {
  const program = await startProgram({
    ...(await emptyInstallation()),
    SECURITY_CONTACT: 'https://shop.example/report',
  });

  const text = await (await fetch(program.url + path)).text();
  await program.stop('SIGTERM');

  expect(fieldsOf(text)).toMatchObject({ Contact: 'https://shop.example/report' });
});
