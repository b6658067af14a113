import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSettings } from '../../src/server/platform/base/settings.ts';
import { fastFolder } from '../support/machine.ts';

const folder = mkdtempSync(join(fastFolder, 'comptoir-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

const pepper = 'Zr3vN8wLq1XcT6yBm0KsJ4hGdF7pAe2u';
const production = { NODE_ENV: 'production', DATA_DIR: folder, PUBLIC_URL: 'https://shop.example', PEPPER: pepper };

test('without any setting the server runs on loopback, with SQLite, e-mails and files in its data folder', () => {
  const settings = readSettings({ DATA_DIR: folder });

  expect(settings).toMatchObject({
    production: false,
    host: '127.0.0.1',
    port: 3000,
    database: { kind: 'sqlite', file: join(folder, 'comptoir.db') },
    publicUrl: null,
    mail: { kind: 'folder', folder: join(folder, 'letters') },
    files: { kind: 'disk', folder: join(folder, 'files') },
    trustedProxy: null,
  });
});

test('a generated pepper is kept for the next start', () => {
  const first = readSettings({ DATA_DIR: folder }).pepper;

  expect(first.length).toBeGreaterThanOrEqual(43);
  expect(readSettings({ DATA_DIR: folder }).pepper).toBe(first);
});

test('settings select PostgreSQL, SMTP and S3', () => {
  const settings = readSettings({
    ...production,
    DATABASE_URL: 'postgres://db.example/shop',
    SMTP_URL: 'smtps://mail.example',
    MAIL_FROM: 'Shop <shop@shop.example>',
    S3_ENDPOINT: 'https://s3.example',
    S3_BUCKET: 'shop',
    S3_KEY: 'k',
    S3_SECRET: 's',
  });

  expect([settings.database.kind, settings.mail.kind, settings.files.kind]).toEqual(['postgres', 'smtp', 's3']);
  expect(settings.publicUrl).toBe('https://shop.example');
});

test.each([
  [{ PORT: 'http' }, 'PORT must be a port'],
  [{ TIME_ZONE: 'Mars/Base' }, 'TIME_ZONE must be a time zone'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must begin with postgres://'],
  [{ PUBLIC_URL: 'shop.example' }, 'PUBLIC_URL must'],
  [{ PUBLIC_URL: 'https://shop.example/app' }, 'PUBLIC_URL must have no path'],
  [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: undefined }, 'SMTP_URL needs MAIL_FROM'],
  [{ S3_BUCKET: 'shop' }, 'S3_ENDPOINT, S3_BUCKET, S3_KEY and S3_SECRET belong together'],
  [{ PUBLIC_URL: undefined }, 'PUBLIC_URL is needed in production'],
  [{ PUBLIC_URL: 'http://shop.example' }, 'PUBLIC_URL must be https in production'],
  [{ PEPPER: undefined }, 'PEPPER is needed in production'],
  [{ PEPPER: 'short' }, 'PEPPER must have at least 32 characters'],
  [{ PEPPER: 'changeme-changeme-changeme-changeme' }, 'PEPPER is a sample'],
])('production refuses to start with %o', (change, sentence) => {
  expect(() => readSettings({ ...production, ...change })).toThrow(sentence);
});

test('an error does not contain the value of the setting', () => {
  expect(() => readSettings({ ...production, DATABASE_URL: 'mysql://root:hunter2@db' })).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
  );
});

test.each([
  'a'.repeat(32),
  'ab'.repeat(20),
  '1234567890'.repeat(4),
  'abcdefghijklmnopqrstuvwxyz012345',
  'Zr3vN8wL'.repeat(4),
  '0123456789abcdef'.repeat(2),
])('a pepper like %s, which repeats itself or counts, is refused in production only', (PEPPER) => {
  expect(() => readSettings({ ...production, PEPPER })).toThrow('PEPPER must be random');
  expect(readSettings({ DATA_DIR: folder, PEPPER }).pepper).toBe(PEPPER);
});

test('a random pepper is accepted in every notation', () => {
  for (let round = 0; round < 500; round += 1) {
    const bytes = randomBytes(32);
    const digits = [...bytes].map((byte) => byte % 10).join('');
    for (const PEPPER of [
      bytes.toString('hex'),
      bytes.toString('hex').slice(0, 32),
      bytes.toString('base64'),
      digits,
    ]) {
      expect(readSettings({ ...production, PEPPER }).pepper).toBe(PEPPER);
    }
  }
});
