import { isIP } from 'node:net';

type Given = Readonly<Record<string, string | number | undefined>>;

/** Prefixes of peppers that READMEs and examples contain. */
const samples = ['changeme', 'change-me', 'secret', 'pepper', 'example'];

/** Returns a sentence for each contradiction between settings. */
export function contradictions(given: Given): string[] {
  const s3 = [given.S3_ENDPOINT, given.S3_BUCKET, given.S3_KEY, given.S3_SECRET];
  return [
    ...sentenceIf(Boolean(given.PUBLIC_URL) && !isOrigin(String(given.PUBLIC_URL)), 'PUBLIC_URL must have no path'),
    ...sentenceIf(
      s3.some(Boolean) && !s3.every(Boolean),
      'S3_ENDPOINT, S3_BUCKET, S3_KEY and S3_SECRET belong together',
    ),
    ...sentenceIf(Boolean(given.DATABASE_DIRECT_URL) && !given.DATABASE_URL, 'DATABASE_DIRECT_URL needs DATABASE_URL'),
    ...sentenceIf(Boolean(given.S3_REGION) && !given.S3_ENDPOINT, 'S3_REGION needs S3_ENDPOINT'),
    ...sentenceIf(Boolean(given.SMTP_URL) && !given.MAIL_FROM, 'SMTP_URL needs MAIL_FROM'),
  ];
}

/** Returns a sentence for each setting that is not allowed in production. */
export function productionProblems({ PUBLIC_URL, PEPPER }: Given): string[] {
  const url = PUBLIC_URL ? new URL(String(PUBLIC_URL)) : null;
  const pepper = PEPPER === undefined ? undefined : String(PEPPER);
  return [
    ...sentenceIf(!url, 'PUBLIC_URL is needed in production'),
    ...sentenceIf(url?.protocol === 'http:' && !isLoopback(url.hostname), 'PUBLIC_URL must be https in production'),
    ...(pepper === undefined ? ['PEPPER is needed in production'] : pepperProblems(pepper)),
  ];
}

function pepperProblems(pepper: string): string[] {
  if (samples.some((sample) => pepper.toLowerCase().startsWith(sample))) return ['PEPPER is a sample'];
  if (pepper.length < 32) return ['PEPPER must have at least 32 characters'];
  return sentenceIf(!mayBeRandom(pepper), 'PEPPER must be random, such as the output of `openssl rand -hex 32`');
}

/**
 * Returns whether a text could be random: a text that repeats itself or counts upwards has few different pairs of
 * characters, or few different steps between them.
 */
function mayBeRandom(text: string): boolean {
  const pairs = Array.from({ length: text.length - 1 }, (_pair, index) => text.slice(index, index + 2));
  const steps = pairs.map((pair) => pair.charCodeAt(1) - pair.charCodeAt(0));
  return new Set(pairs).size >= 16 && new Set(steps).size >= 8;
}

const sentenceIf = (wrong: boolean, sentence: string): string[] => (wrong ? [sentence] : []);

const isOrigin = (url: string): boolean => new URL(url).pathname === '/' && new URL(url).search === '';

/** Returns whether a host name or address means this machine. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);

export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** Returns whether a URL has one of these schemes and a host. */
export function hasHost(url: string, ...schemes: string[]): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return schemes.some((scheme) => protocol === `${scheme}:`) && hostname !== '';
}

/** Returns whether a text is a contact for RFC 9116: an e-mail address behind mailto:, or an https: address. */
export function isContact(uri: string): boolean {
  if (/\s/.test(uri)) return false;
  return /^mailto:[^@?]+@[^@?]+$/.test(uri) || hasHost(uri, 'https');
}

/** Returns whether a text is one key of 32 bytes in base64url, or two different ones separated by a comma. */
export function isKeyList(list: string): boolean {
  const keys = list.split(',').map((key) => key.trim());
  return keys.length <= 2 && new Set(keys).size === keys.length && keys.every((key) => /^[\w-]{43}$/.test(key));
}

/** Returns whether a text is a list of addresses, subnets or named ranges, separated by commas. */
export function isProxyList(list: string): boolean {
  return list.split(',').every((entry) => {
    const [address = '', prefix, ...more] = entry.trim().split('/');
    if (namedRanges.has(address)) return prefix === undefined;
    const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)]!;
    return (
      bits > 0 && more.length === 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
    );
  });
}

const namedRanges = new Set(['loopback', 'linklocal', 'uniquelocal']);
