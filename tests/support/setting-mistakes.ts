import type { Mistake } from './operator-mistakes.ts';

const pepper = 'p8Zr3vN8wLq1XcT6yBm0KsJ4hGdF7pAe2u';
const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example', PEPPER: pepper };
const mail = { SMTP_URL: 'smtps://shop:hunter2@mail.example', MAIL_FROM: 'Shop <shop@shop.example>' };
const bucket = { S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'shop', S3_KEY: 'key', S3_SECRET: 'hunter2' };

/** A password in these settings; no sentence may contain it. */
export const secret = 'hunter2';

type Row = [what: string, env: Record<string, string>, sentence: string];

const rows: Row[] = [
  ['an unknown environment', { NODE_ENV: 'prod' }, 'NODE_ENV must be production, development or test'],
  ['a port that is too high', { PORT: '65536' }, 'PORT must be a port, a number from 0 to 65535'],
  ['a port that is no number', { PORT: 'http' }, 'PORT must be a port, a number from 0 to 65535'],
  [
    'a database of another kind',
    { DATABASE_URL: `mysql://shop:${secret}@db/shop` },
    'DATABASE_URL must begin with postgres://',
  ],
  [
    'a password that is not encoded',
    { DATABASE_URL: `postgres://shop:${secret}#1@db/shop` },
    'DATABASE_URL must be a URL; write # / ? @ and : of a password as %23 %2F %3F %40 and %3A',
  ],
  [
    'a direct address without the address of a database',
    { DATABASE_DIRECT_URL: `postgres://shop:${secret}@db/shop` },
    'DATABASE_DIRECT_URL needs DATABASE_URL',
  ],
  [
    'an unknown way to send statements',
    { DATABASE_URL: `postgres://shop:${secret}@db/shop`, DATABASE_STATEMENTS: 'prepared' },
    'DATABASE_STATEMENTS must be auto, named or unnamed',
  ],
  [
    'an address without https://',
    { PUBLIC_URL: 'shop.example' },
    'PUBLIC_URL must be a URL that begins with http:// or https://',
  ],
  ['an address with a path', { PUBLIC_URL: 'https://shop.example/app' }, 'PUBLIC_URL must have no path'],
  ['no address in production', { ...production, PUBLIC_URL: '' }, 'PUBLIC_URL is needed in production'],
  [
    'no https in production',
    { ...production, PUBLIC_URL: 'http://shop.example' },
    'PUBLIC_URL must be https in production',
  ],
  ['no pepper in production', { ...production, PEPPER: '' }, 'PEPPER is needed in production'],
  ['a short pepper', { ...production, PEPPER: secret }, 'PEPPER must have at least 32 characters'],
  ['the pepper of an example', { ...production, PEPPER: 'changeme'.repeat(4) }, 'PEPPER is a sample'],
  [
    'a pepper without variety',
    { ...production, PEPPER: 'a'.repeat(32) },
    'PEPPER must be random, such as the output of `openssl rand -hex 32`',
  ],
  [
    'a key for codes that is too short',
    { CODES_KEY: secret },
    'CODES_KEY must be 32 random bytes in base64url, such as the output of `openssl rand -base64 32 | tr +/ -_ | tr -d =`, or NEW,OLD while it is changed',
  ],
  [
    'a mail server without a scheme',
    { ...mail, SMTP_URL: 'mail.example' },
    'SMTP_URL must be a URL such as smtps://NAME:PASSWORD@HOST',
  ],
  [
    'a mail server without a host',
    { ...mail, SMTP_URL: 'smtp://' },
    'SMTP_URL must be a URL such as smtps://NAME:PASSWORD@HOST',
  ],
  [
    'a mail server with a wrong port',
    { ...mail, SMTP_URL: `smtp://shop:${secret}@mail.example:mail` },
    'SMTP_URL must be a URL such as smtps://NAME:PASSWORD@HOST',
  ],
  ['a mail server without a sender', { SMTP_URL: mail.SMTP_URL }, 'SMTP_URL needs MAIL_FROM'],
  [
    'a sender without an address',
    { ...mail, MAIL_FROM: 'Shop' },
    'MAIL_FROM must be a sender such as Shop <shop@example.org>',
  ],
  [
    'a bucket without an endpoint',
    { S3_BUCKET: 'shop' },
    'S3_ENDPOINT, S3_BUCKET, S3_KEY and S3_SECRET belong together',
  ],
  [
    'a key without its secret',
    { ...bucket, S3_SECRET: '' },
    'S3_ENDPOINT, S3_BUCKET, S3_KEY and S3_SECRET belong together',
  ],
  ['a region alone', { S3_REGION: 'eu-west-1' }, 'S3_REGION needs S3_ENDPOINT'],
  [
    'an endpoint that is no URL',
    { ...bucket, S3_ENDPOINT: 's3.example' },
    'S3_ENDPOINT must be a URL that begins with http:// or https://',
  ],
  ['a bucket with a path', { ...bucket, S3_BUCKET: 'shop/files' }, 'S3_BUCKET must be the name of a bucket'],
  [
    'a proxy that is no address',
    { TRUSTED_PROXY: 'proxy.example' },
    'TRUSTED_PROXY must be a list of addresses such as 10.0.0.2,10.1.0.0/16',
  ],
  [
    'a subnet whose length is too large',
    { TRUSTED_PROXY: '10.0.0.0/33' },
    'TRUSTED_PROXY must be a list of addresses such as 10.0.0.2,10.1.0.0/16',
  ],
  [
    '`true` as the address of a proxy',
    { TRUSTED_PROXY: 'true' },
    'TRUSTED_PROXY must be a list of addresses such as 10.0.0.2,10.1.0.0/16',
  ],
  ['a short token', { METRICS_TOKEN: secret }, 'METRICS_TOKEN must have at least 16 characters'],
  [
    'a contact that is no address',
    { SECURITY_CONTACT: 'security@shop.example' },
    'SECURITY_CONTACT must be such as mailto:security@example.org or an https:// address',
  ],
  [
    'an unknown currency',
    { CURRENCY: 'XXX' },
    'CURRENCY must be one of EUR, LYD, DZD, MAD, TND, EGP, MRU, SAR, AED, QAR, KWD, JOD, TRY, USD, GBP, CHF, CAD, XOF, XAF',
  ],
  ['an unknown time zone', { TIME_ZONE: 'Mars/Base' }, 'TIME_ZONE must be a time zone'],
  ['an unknown state of the digest', { WEEKLY_DIGEST: 'no' }, 'WEEKLY_DIGEST must be on or off'],
  ['an unknown state of the service worker', { SERVICE_WORKER: 'off' }, 'SERVICE_WORKER must be on or withdrawn'],
  ['an unknown level', { LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of error, warn, info, debug, silent'],
  [
    'a limit that is no number',
    { REQUESTS_PER_MINUTE: '-1' },
    'REQUESTS_PER_MINUTE must be a whole number below 1,000,000',
  ],
  [
    'two mistakes',
    { PORT: 'http', TIME_ZONE: 'Mars/Base' },
    'PORT must be a port, a number from 0 to 65535; TIME_ZONE must be a time zone',
  ],
];

/** Settings that are wrong by themselves. Every command reads them in the same way. */
export const settingMistakes: readonly Mistake[] = rows.map(([what, env, sentence]) => ({
  what,
  run: ['start'],
  env,
  sentence: `Settings: ${sentence}`,
}));
