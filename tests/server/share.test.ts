// database: any
import { randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const page = '/user/top-up?shared=none';

const share = (server: TestServer, body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/share`, { method: 'POST', body, headers, redirect: 'manual' });

const formWith = (bytes: number): FormData => {
  const form = new FormData();
  form.set('slip', new Blob([new Uint8Array(randomBytes(bytes))], { type: 'image/png' }), 'slip.png');
  return form;
};

/** The number of bytes in the files of the server's data folder. */
const storedBytes = ({ settings }: TestServer): number =>
  readdirSync(settings.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

test('TU-19 what is shared without a worker leads to the form, signed in or out, from any page, with any body', async () => {
  const server = await startTestServer();
  const cookies = { Cookie: 'comptoir_session=unknown', Origin: 'https://elsewhere.example' };

  const answers = [
    await share(server, formWith(100)),
    await share(server, formWith(100), cookies),
    await share(server, '{"broken', { 'Content-Type': 'application/json' }),
    await share(server, 'text', { 'Content-Type': 'text/plain' }),
    await share(server, new Uint8Array(10)),
    await share(server, ''),
  ];

  for (const { status, headers } of answers) {
    expect([status, headers.get('location')]).toEqual([303, page]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('set-cookie')).toBeNull();
  }
  expect(await server.services.reader.selectFrom('files').select('id').execute()).toEqual([]);
});

test('TU-19 a shared file of 20 MB fills neither memory nor disk', async () => {
  const server = await startTestServer();
  const body = formWith(20 * 1024 * 1024);
  const before = storedBytes(server);

  const answer = await share(server, body);

  expect([answer.status, answer.headers.get('location')]).toEqual([303, page]);
  expect(storedBytes(server) - before).toBeLessThan(1024 * 1024);
});

test('TU-19 the answer does not wait for the body', async () => {
  const server = await startTestServer();
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const type = 'multipart/form-data; boundary=x';
  socket.write(
    `POST /share HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: ${type}\r\nContent-Length: 20000000\r\n\r\n--x`,
  );

  const answer = await new Promise<Buffer>((resolve) => socket.once('data', resolve));

  socket.destroy();
  expect(String(answer)).toMatch(/^HTTP\/1\.1 303 /);
  expect(String(answer).toLowerCase()).toContain(`location: ${page}`);
});
