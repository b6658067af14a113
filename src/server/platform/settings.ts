import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { openDataFolder } from './data-folder.ts';
import { OperatorError } from './operator-error.ts';
import { contradictions, hasHost, isLoopback, isProxyList, isTimeZone, unfitForProduction } from './settings-checks.ts';

/** What the environment says, checked once at start and free of contradictions. */
export interface Settings {
  production: boolean;
  host: string;
  /** Demo accounts, whose password is public, may be made: nobody but this machine reaches the server. */
  demo: boolean;
  /** 0 takes any free port. */
  port: number;
  dataDir: string;
  database: { kind: 'sqlite'; file: string } | PostgresSettings;
  /** Where people reach this server; null: the address it listens on. */
  publicUrl: string | null;
  /** A secret outside of the database: signs XSRF values, keys PINs. */
  pepper: string;
  mail: { from: string } & ({ kind: 'smtp'; url: string } | { kind: 'folder'; folder: string });
  files:
    | { kind: 'disk'; folder: string }
    | { kind: 's3'; endpoint: string; bucket: string; key: string; secret: string; region: string };
  /** Addresses of the proxies whose X-Forwarded-For is believed; null: nobody's. */
  trustedProxy: string | null;
  /** Whoever shows it as a bearer token may read the metrics from elsewhere; null: nobody may. */
  metricsToken: string | null;
  currency: string;
  timeZone: string;
  /** The app's service worker is taken back from all browsers. */
  isWorkerWithdrawn: boolean;
  logLevel: 'error' | 'warn' | 'info' | 'debug' | 'silent';
  /** Requests of one address in a minute; 0: no limit. */
  requestsPerMinute: number;
}

interface PostgresSettings {
  kind: 'postgres';
  url: string;
  /** The address of PostgreSQL itself, where `url` is that of a pooler. */
  directUrl?: string | undefined;
  /** Whether prepared queries are sent under a name; `auto`: unless there is a pooler. */
  statements?: 'auto' | 'named' | 'unnamed';
}

const logLevels = ['error', 'warn', 'info', 'debug', 'silent'] as const;
const text = (isRight: (value: string) => boolean, error: string) =>
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
  PUBLIC_URL: text((url) => hasHost(url, 'http', 'https'), 'must be a URL that begins with http:// or https://'),
  PEPPER: z.optional(z.string()),
  SMTP_URL: text((url) => hasHost(url, 'smtp', 'smtps'), 'must be a URL such as smtps://NAME:PASSWORD@HOST'),
  MAIL_FROM: text((from) => /[^\s@<>]+@[^\s@<>]+/.test(from), 'must be a sender such as Shop <shop@example.org>'),
  S3_ENDPOINT: text((url) => hasHost(url, 'http', 'https'), 'must be a URL that begins with http:// or https://'),
  S3_BUCKET: text((name) => /^[\w.-]+$/.test(name), 'must be the name of a bucket'),
  S3_KEY: z.optional(z.string()),
  S3_SECRET: z.optional(z.string()),
  S3_REGION: z.optional(z.string()),
  TRUSTED_PROXY: text(isProxyList, 'must be a list of addresses such as 10.0.0.2,10.1.0.0/16'),
  METRICS_TOKEN: text((token) => token.length >= 16, 'must have at least 16 characters'),
  CURRENCY: z._default(z.enum(['EUR'], { error: 'must be EUR' }), 'EUR'),
  TIME_ZONE: z._default(z.string().check(z.refine(isTimeZone, { error: 'must be a time zone' })), 'UTC'),
  SERVICE_WORKER: z._default(z.enum(['on', 'withdrawn'], { error: 'must be on or withdrawn' }), 'on'),
  LOG_LEVEL: z.optional(z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` })),
  REQUESTS_PER_MINUTE: z.optional(
    z.string().check(z.regex(/^\d{1,6}$/, { error: 'must be a whole number below 1,000,000' })),
  ),
});
type Environment = z.output<typeof Environment>;

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(Environment.shape);

/**
 * Reads the settings from the environment. Outside of production what is missing is made up: loopback, a data folder
 * in the working tree, a pepper kept there (unless `makePepper` is false). Throws an OperatorError that names every
 * setting that is missing, wrong or contradictory, and never a value.
 */
export function readSettings(env: Record<string, string | undefined>, { makePepper = true } = {}): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    throw refused(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`));
  }
  const said = parsed.data;
  const production = said.NODE_ENV === 'production';
  const wrong = [...contradictions(said), ...(production ? unfitForProduction(said) : [])];
  if (wrong.length > 0) throw refused(wrong);
  return settingsOf(said, production, makePepper);
}

/** Where a database is, in words that contain no password. */
export function placeOf(database: Settings['database']): string {
  if (database.kind === 'sqlite') return database.file;
  const { host, pathname, searchParams } = new URL(database.url);
  return `the database ${decodeURIComponent(pathname.slice(1))} at ${searchParams.get('host') ?? host}`;
}

const refused = (wrong: readonly string[]): OperatorError => new OperatorError(`Settings: ${wrong.join('; ')}`);

function settingsOf(said: Environment, production: boolean, makePepper: boolean): Settings {
  const dataDir = resolve(said.DATA_DIR);
  const { LOG_LEVEL, REQUESTS_PER_MINUTE } = { ...(production ? usualInProduction : usual), ...said };
  return {
    production,
    host: said.HOST,
    demo: !production && isLoopback(said.HOST) && said.PUBLIC_URL === undefined,
    port: Number(said.PORT),
    dataDir,
    database: databaseOf(said, dataDir),
    publicUrl: said.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    pepper: said.PEPPER ?? keptPepper(dataDir, makePepper),
    mail: mailOf(said, dataDir),
    files: filesOf(said, dataDir),
    trustedProxy: said.TRUSTED_PROXY ?? null,
    metricsToken: said.METRICS_TOKEN ?? null,
    currency: said.CURRENCY,
    timeZone: said.TIME_ZONE,
    isWorkerWithdrawn: said.SERVICE_WORKER === 'withdrawn',
    logLevel: LOG_LEVEL,
    requestsPerMinute: Number(REQUESTS_PER_MINUTE),
  };
}

const usual = { LOG_LEVEL: 'warn', REQUESTS_PER_MINUTE: '0' } as const;
const usualInProduction = { LOG_LEVEL: 'info', REQUESTS_PER_MINUTE: '6000' } as const;

/** An empty text where there is none and none is to be made. */
function keptPepper(dataDir: string, make: boolean): string {
  const file = join(dataDir, 'pepper');
  try {
    if (!existsSync(file)) {
      if (!make) return '';
      openDataFolder(dataDir);
      writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 });
    }
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`The pepper in ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function databaseOf(said: Environment, dataDir: string): Settings['database'] {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATABASE_STATEMENTS: statements } = said;
  return url
    ? { kind: 'postgres', url, directUrl, statements }
    : { kind: 'sqlite', file: join(dataDir, 'comptoir.db') };
}

function mailOf(said: Environment, dataDir: string): Settings['mail'] {
  const from = said.MAIL_FROM ?? 'Comptoir <comptoir@localhost>';
  return said.SMTP_URL
    ? { kind: 'smtp', url: said.SMTP_URL, from }
    : { kind: 'folder', folder: join(dataDir, 'letters'), from };
}

function filesOf(said: Environment, dataDir: string): Settings['files'] {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_KEY: key, S3_SECRET: secret } = said;
  return endpoint && bucket && key && secret
    ? { kind: 's3', endpoint, bucket, key, secret, region: said.S3_REGION ?? 'auto' }
    : { kind: 'disk', folder: join(dataDir, 'files') };
}
