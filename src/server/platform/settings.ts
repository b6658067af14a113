import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { OperatorError } from './operator-error.ts';

/** What the environment says, checked once at start and free of contradictions. */
export interface Settings {
  production: boolean;
  host: string;
  /** 0 takes any free port. */
  port: number;
  dataDir: string;
  database: { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string };
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
  logLevel: 'error' | 'warn' | 'info' | 'debug' | 'silent';
  /** Requests of one address in a minute; 0: no limit. */
  requestsPerMinute: number;
}

const Url = z.url({ error: 'must be a URL' });
const Environment = z.object({
  NODE_ENV: z.optional(z.string()),
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: z._default(z.string().check(z.regex(/^\d{1,5}$/, { error: 'must be a port' })), '3000'),
  DATA_DIR: z._default(z.string(), 'data'),
  DATABASE_URL: z.optional(z.string().check(z.regex(/^postgres(ql)?:\/\//, { error: 'must begin with postgres://' }))),
  PUBLIC_URL: z.optional(Url.check(z.regex(/^https?:\/\//, { error: 'must begin with http:// or https://' }))),
  PEPPER: z.optional(z.string()),
  SMTP_URL: z.optional(z.string().check(z.regex(/^smtps?:\/\//, { error: 'must begin with smtp:// or smtps://' }))),
  MAIL_FROM: z.optional(z.string()),
  S3_ENDPOINT: z.optional(Url),
  S3_BUCKET: z.optional(z.string()),
  S3_KEY: z.optional(z.string()),
  S3_SECRET: z.optional(z.string()),
  S3_REGION: z.optional(z.string()),
  TRUSTED_PROXY: z.optional(z.string()),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, { error: 'must have at least 16 characters' }))),
  CURRENCY: z._default(z.enum(['EUR'], { error: 'must be EUR' }), 'EUR'),
  TIME_ZONE: z._default(z.string().check(z.refine(isTimeZone, { error: 'must be a time zone' })), 'UTC'),
  LOG_LEVEL: z.optional(z.enum(['error', 'warn', 'info', 'debug', 'silent'])),
  REQUESTS_PER_MINUTE: z.optional(z.string().check(z.regex(/^\d{1,6}$/, { error: 'must be a number' }))),
});
type Environment = z.output<typeof Environment>;

/**
 * Reads the settings from the environment. Outside of production what is missing is made up: loopback, a data folder
 * in the working tree, a pepper kept there. Throws an OperatorError that names every setting that is missing, wrong or
 * contradictory, and never a value.
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    throw refused(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`));
  }
  const said = parsed.data;
  const production = said.NODE_ENV === 'production';
  const wrong = [...contradictions(said), ...(production ? unfitForProduction(said) : [])];
  if (wrong.length > 0) throw refused(wrong);
  return settingsOf(said, production);
}

const refused = (wrong: readonly string[]): OperatorError => new OperatorError(`Settings: ${wrong.join('; ')}`);

function settingsOf(said: Environment, production: boolean): Settings {
  const dataDir = resolve(said.DATA_DIR);
  const usual = production ? { level: 'info' as const, requests: '6000' } : { level: 'warn' as const, requests: '0' };
  return {
    production,
    host: said.HOST,
    port: Number(said.PORT),
    dataDir,
    database: said.DATABASE_URL
      ? { kind: 'postgres', url: said.DATABASE_URL }
      : { kind: 'sqlite', file: join(dataDir, 'comptoir.db') },
    publicUrl: said.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    pepper: said.PEPPER ?? keptPepper(dataDir),
    mail: mailOf(said, dataDir),
    files: filesOf(said, dataDir),
    trustedProxy: said.TRUSTED_PROXY ?? null,
    metricsToken: said.METRICS_TOKEN ?? null,
    currency: said.CURRENCY,
    timeZone: said.TIME_ZONE,
    logLevel: said.LOG_LEVEL ?? usual.level,
    requestsPerMinute: Number(said.REQUESTS_PER_MINUTE ?? usual.requests),
  };
}

/** Peppers of READMEs and examples. */
const samples = ['changeme', 'change-me', 'secret', 'pepper', 'example'];

function contradictions(said: Environment): string[] {
  const s3 = [said.S3_ENDPOINT, said.S3_BUCKET, said.S3_KEY, said.S3_SECRET];
  return [
    ...told(Boolean(said.PUBLIC_URL) && !isOrigin(said.PUBLIC_URL!), 'PUBLIC_URL must have no path'),
    ...told(s3.some(Boolean) && !s3.every(Boolean), 'S3_ENDPOINT, S3_BUCKET, S3_KEY and S3_SECRET belong together'),
    ...told(Boolean(said.SMTP_URL) && !said.MAIL_FROM, 'SMTP_URL needs MAIL_FROM'),
  ];
}

function unfitForProduction({ PUBLIC_URL, PEPPER }: Environment): string[] {
  const url = PUBLIC_URL ? new URL(PUBLIC_URL) : null;
  const pepper = PEPPER?.toLowerCase();
  return [
    ...told(!url, 'PUBLIC_URL is needed in production'),
    ...told(url?.protocol === 'http:' && !isLoopback(url.hostname), 'PUBLIC_URL must be https in production'),
    ...told(!pepper, 'PEPPER is needed in production'),
    ...told(pepper !== undefined && pepper.length < 32, 'PEPPER must have at least 32 characters'),
    ...told(
      samples.some((sample) => pepper?.startsWith(sample)),
      'PEPPER is a sample',
    ),
  ];
}

const told = (wrong: boolean, sentence: string): string[] => (wrong ? [sentence] : []);

const isOrigin = (url: string): boolean => new URL(url).pathname === '/' && new URL(url).search === '';

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || host.startsWith('127.');

function keptPepper(dataDir: string): string {
  const file = join(dataDir, 'pepper');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 });
  }
  return readFileSync(file, 'utf8').trim();
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
