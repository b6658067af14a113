import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { currencyCodes, defaultCurrency, type CurrencyCode } from '../../../contract/currencies.ts';
import { openDataFolder } from './data-folder.ts';
import { OperatorError } from './operator-error.ts';
import {
  contradictions,
  hasHost,
  isContact,
  isKeyList,
  isLoopback,
  isProxyList,
  isTimeZone,
  productionProblems,
} from './settings-checks.ts';
import packageJson from '../../../../package.json' with { type: 'json' };

/** The settings of a server, read from the environment and checked once at start. */
export interface Settings {
  production: boolean;
  host: string;
  /**
   * Whether demo accounts, whose password is public, may be created, because only this machine can reach the server.
   */
  demo: boolean;
  /** 0 takes any free port. */
  port: number;
  dataDir: string;
  database: { kind: 'sqlite'; file: string } | PostgresSettings;
  /** The URL at which users reach this server; null: the address it listens on. */
  publicUrl: string | null;
  /** A secret that is not in the database: it signs XSRF values and keys the hashes of PINs. */
  pepper: string;
  /** The keys of codes (`crypto/code-cipher.ts`): the first one encrypts, all of them decrypt. Empty: no codes can be imported. */
  codesKeys: readonly string[];
  mail: { from: string } & ({ kind: 'smtp'; url: string } | { kind: 'folder'; folder: string });
  files:
    | { kind: 'disk'; folder: string }
    | { kind: 's3'; endpoint: string; bucket: string; key: string; secret: string; region: string };
  /** Addresses of the proxies whose X-Forwarded-For is trusted; null: none. */
  trustedProxy: string | null;
  /** The bearer token with which other machines may read the metrics; null: no other machine may. */
  metricsToken: string | null;
  /** The contact in /.well-known/security.txt; null: there is no such file. */
  securityContact: string | null;
  /** The ISO 4217 code of all amounts of the shop. */
  currency: CurrencyCode;
  timeZone: string;
  /** Whether browsers are instructed to remove the app's service worker. */
  isWorkerWithdrawn: boolean;
  /** Whether root gets the digest of each week by e-mail. */
  sendsDigest: boolean;
  logLevel: 'error' | 'warn' | 'info' | 'debug' | 'silent';
  /** Requests allowed per address and minute; 0: no limit. */
  requestsPerMinute: number;
}

interface PostgresSettings {
  kind: 'postgres';
  url: string;
  /** The address of PostgreSQL itself, where `url` leads to a pooler. */
  directUrl?: string | undefined;
  /** Whether prepared queries are sent under a name; `auto`: only without a pooler. */
  statements?: 'auto' | 'named' | 'unnamed';
}

const logLevels = ['error', 'warn', 'info', 'debug', 'silent'] as const;
const checkedText = (isRight: (value: string) => boolean, error: string) =>
  z.optional(z.string().check(z.refine(isRight, { error })));
const isPort = (value: string) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535;
const PostgresUrl = z
  .string()
  .check(
    z.regex(/^postgres(ql)?:\/\//, { error: 'must begin with postgres://', abort: true }),
    z.refine(URL.canParse, { error: 'must be a URL; write # / ? @ and : of a password as %23 %2F %3F %40 and %3A' }),
  );
const Environment = z.object({
  NODE_ENV: z.optional(
    z.enum(['production', 'development', 'test'], { error: 'must be production, development or test' }),
  ),
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: z._default(z.string().check(z.refine(isPort, { error: 'must be a port, a number from 0 to 65535' })), '3000'),
  DATA_DIR: z._default(z.string(), 'data'),
  DATABASE_URL: z.optional(PostgresUrl),
  DATABASE_DIRECT_URL: z.optional(PostgresUrl),
  DATABASE_STATEMENTS: z._default(
    z.enum(['auto', 'named', 'unnamed'], { error: 'must be auto, named or unnamed' }),
    'auto',
  ),
  PUBLIC_URL: checkedText((url) => hasHost(url, 'http', 'https'), 'must be a URL that begins with http:// or https://'),
  PEPPER: z.optional(z.string()),
  CODES_KEY: checkedText(
    isKeyList,
    'must be 32 random bytes in base64url, such as the output of `openssl rand -base64 32 | tr +/ -_ | tr -d =`, or NEW,OLD while it is changed',
  ),
  SMTP_URL: checkedText((url) => hasHost(url, 'smtp', 'smtps'), 'must be a URL such as smtps://NAME:PASSWORD@HOST'),
  MAIL_FROM: checkedText(
    (from) => /[^\s@<>]+@[^\s@<>]+/.test(from),
    'must be a sender such as Shop <shop@example.org>',
  ),
  S3_ENDPOINT: checkedText(
    (url) => hasHost(url, 'http', 'https'),
    'must be a URL that begins with http:// or https://',
  ),
  S3_BUCKET: checkedText((name) => /^[\w.-]+$/.test(name), 'must be the name of a bucket'),
  S3_KEY: z.optional(z.string()),
  S3_SECRET: z.optional(z.string()),
  S3_REGION: z.optional(z.string()),
  TRUSTED_PROXY: checkedText(isProxyList, 'must be a list of addresses such as 10.0.0.2,10.1.0.0/16'),
  METRICS_TOKEN: checkedText((token) => token.length >= 16, 'must have at least 16 characters'),
  SECURITY_CONTACT: checkedText(isContact, 'must be such as mailto:security@example.org or an https:// address'),
  CURRENCY: z._default(z.enum(currencyCodes, { error: `must be one of ${currencyCodes.join(', ')}` }), defaultCurrency),
  TIME_ZONE: z._default(z.string().check(z.refine(isTimeZone, { error: 'must be a time zone' })), 'UTC'),
  SERVICE_WORKER: z._default(z.enum(['on', 'withdrawn'], { error: 'must be on or withdrawn' }), 'on'),
  WEEKLY_DIGEST: z._default(z.enum(['on', 'off'], { error: 'must be on or off' }), 'on'),
  LOG_LEVEL: z.optional(z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` })),
  REQUESTS_PER_MINUTE: z.optional(
    z.string().check(z.regex(/^\d{1,6}$/, { error: 'must be a whole number below 1,000,000' })),
  ),
});
type Environment = z.output<typeof Environment>;

/**
 * The names of all settings.
 *
 * @internal Exported for the test that compares the documents with them.
 */
export const settingNames: readonly string[] = Object.keys(Environment.shape);

/**
 * Reads the settings from the environment. Outside of production a missing PEPPER and CODES_KEY are created and stored
 * in the data folder (unless `makeSecrets` is false). Throws an OperatorError that names every setting that is missing,
 * wrong or contradictory, and never contains a value.
 */
export function readSettings(env: Record<string, string | undefined>, { makeSecrets = true } = {}): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    throw settingsError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`));
  }
  const values = parsed.data;
  const production = values.NODE_ENV === 'production';
  const wrong = [...contradictions(values), ...(production ? productionProblems(values) : [])];
  if (wrong.length > 0) throw settingsError(wrong);
  return settingsOf(values, production, makeSecrets);
}

/** The location of a database, without its password. */
export function locationOf(database: Settings['database']): string {
  if (database.kind === 'sqlite') return database.file;
  const { host, pathname, searchParams } = new URL(database.url);
  return `the database ${decodeURIComponent(pathname.slice(1))} at ${searchParams.get('host') ?? host}`;
}

const settingsError = (wrong: readonly string[]): OperatorError => new OperatorError(`Settings: ${wrong.join('; ')}`);

function settingsOf(values: Environment, production: boolean, makeSecrets: boolean): Settings {
  const dataDir = resolve(values.DATA_DIR);
  const { LOG_LEVEL, REQUESTS_PER_MINUTE } = { ...(production ? productionDefaults : defaults), ...values };
  return {
    production,
    host: values.HOST,
    demo: !production && isLoopback(values.HOST) && values.PUBLIC_URL === undefined,
    port: Number(values.PORT),
    dataDir,
    database: databaseOf(values, dataDir),
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    pepper: values.PEPPER ?? readOrCreateSecret(dataDir, 'pepper', makeSecrets),
    codesKeys: codesKeysOf(values, dataDir, makeSecrets),
    mail: mailOf(values, dataDir),
    files: filesOf(values, dataDir),
    trustedProxy: values.TRUSTED_PROXY ?? null,
    metricsToken: values.METRICS_TOKEN ?? null,
    securityContact: values.SECURITY_CONTACT ?? null,
    currency: values.CURRENCY,
    timeZone: values.TIME_ZONE,
    isWorkerWithdrawn: values.SERVICE_WORKER === 'withdrawn',
    sendsDigest: values.WEEKLY_DIGEST === 'on',
    logLevel: LOG_LEVEL,
    requestsPerMinute: Number(REQUESTS_PER_MINUTE),
  };
}

const defaults = { LOG_LEVEL: 'warn', REQUESTS_PER_MINUTE: '0' } as const;
const productionDefaults = { LOG_LEVEL: 'info', REQUESTS_PER_MINUTE: '6000' } as const;

/** The keys of CODES_KEY, or outside of production the one in the data folder. */
function codesKeysOf({ CODES_KEY: keys, NODE_ENV }: Environment, dataDir: string, make: boolean): string[] {
  const stored = keys ?? readOrCreateSecret(dataDir, 'codes-key', make && NODE_ENV !== 'production');
  return stored === '' ? [] : stored.split(',').map((key) => key.trim());
}

/**
 * Returns a secret of 32 random bytes that is stored in the data folder. Creates a missing one; returns an empty text
 * instead if `make` is false.
 */
function readOrCreateSecret(dataDir: string, name: 'pepper' | 'codes-key', make: boolean): string {
  const file = join(dataDir, name);
  try {
    if (!existsSync(file)) {
      if (!make) return '';
      openDataFolder(dataDir);
      writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 });
    }
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`The secret in ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function databaseOf(values: Environment, dataDir: string): Settings['database'] {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATABASE_STATEMENTS: statements } = values;
  return url
    ? { kind: 'postgres', url, directUrl, statements }
    : { kind: 'sqlite', file: join(dataDir, 'comptoir.db') };
}

function mailOf(values: Environment, dataDir: string): Settings['mail'] {
  const from = values.MAIL_FROM ?? 'Comptoir <comptoir@localhost>';
  return values.SMTP_URL
    ? { kind: 'smtp', url: values.SMTP_URL, from }
    : { kind: 'folder', folder: join(dataDir, 'letters'), from };
}

function filesOf(values: Environment, dataDir: string): Settings['files'] {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_KEY: key, S3_SECRET: secret } = values;
  return endpoint && bucket && key && secret
    ? { kind: 's3', endpoint, bucket, key, secret, region: values.S3_REGION ?? 'auto' }
    : { kind: 'disk', folder: join(dataDir, 'files') };
}

/** The version of Comptoir. */
export const version: string = packageJson.version;
