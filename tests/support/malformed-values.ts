import type { Random } from '../../src/server/demo/random.ts';

/** JSON text that `JSON.stringify` never writes: `-0`, `1e400`. */
class Raw {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Returns the example with one to three faults: wrong types, nulls, missing or unknown fields, odd texts, nesting. */
export function malform(example: unknown, random: Random): unknown {
  const root = { it: structuredClone(example) as unknown };
  for (let left = random.int(1, 3); left > 0; left -= 1) spoil(root, random);
  return root.it;
}

interface Place {
  holder: Record<string, unknown>;
  name: string;
}

/** Replaces a value, changes it a little, deletes it, adds a value beside it or wraps it; `whole` replaces the root. */
type Fault = 'swap' | 'bend' | 'drop' | 'add' | 'wrap' | 'whole';

function spoil(root: { it: unknown }, random: Random): void {
  const places = placesOf(root.it, 0);
  const how: Fault = random.weighted({ swap: 12, bend: 8, drop: 3, add: 4, wrap: 2, whole: 1 });
  const { holder, name } = how === 'whole' || places.length === 0 ? { holder: root, name: 'it' } : random.pick(places);
  const was = (holder as Record<string, unknown>)[name];
  if (how === 'drop') Reflect.deleteProperty(holder, name);
  else if (how === 'add') add(isHolder(was) ? was : holder, random);
  else
    put(holder, name, how === 'bend' ? bendValue(was, random) : how === 'wrap' ? wrapValue(was, random) : junk(random));
}

/** All places inside a value that can be replaced, a few levels deep. */
function placesOf(value: unknown, depth: number): Place[] {
  if (!isHolder(value) || depth > 4) return [];
  return Object.keys(value).flatMap((name) => [{ holder: value, name }, ...placesOf(value[name], depth + 1)]);
}

const isHolder = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !(value instanceof Raw) && !(value instanceof Uint8Array);

function add(holder: object, random: Random): void {
  if (Array.isArray(holder)) holder.push(junk(random));
  else put(holder, random.pick(names), junk(random));
}

function put(holder: object, name: string, value: unknown): void {
  Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
}

/** An object with one own field of this name, `__proto__` included. */
const objectWith = (name: string, value: unknown): object => {
  const holder = {};
  put(holder, name, value);
  return holder;
};

/** A slightly changed value. */
function bendValue(was: unknown, random: Random): unknown {
  if (typeof was === 'number') return new Raw(random.pick([`-${was}`, `${was}.001`, `${was}e9`, `${was}e400`, `-0`]));
  if (typeof was === 'boolean') return random.pick(['true', 'yes', 2, 'on']);
  if (typeof was !== 'string') return junk(random);
  const at = random.int(0, was.length);
  return random.pick([
    was.slice(0, at) + random.pick(oddCharacters) + was.slice(at),
    was.repeat(was.length > 100 ? 2 : random.pick([2, 40, 2_000])),
    was.toUpperCase(),
    was.slice(0, at),
    ` ${was} `,
  ]);
}

function wrapValue(was: unknown, random: Random): unknown {
  const name = random.pick(names);
  return random.pick([[was], [was, was], objectWith(name, was), { value: was }, JSON.stringify(was) ?? '']);
}

const oddCharacters = [
  '\0',
  '\ud800',
  '\udfff',
  '\u202e',
  '\u2066',
  '\u200f',
  '😀',
  'ﷺ',
  '%',
  '_',
  '\\',
  "'",
  '"',
  '\r\n',
  '١',
];

/** Field names that few bodies have, and some that an attacker would try. */
const names = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'length',
  'id',
  'user_id',
  'role',
  'role_id',
  'is_admin',
  'balance',
  'cost',
  'price',
  'status',
  '',
  '0',
  'a\0b',
  '\ud800',
  '$where',
  'x'.repeat(1_000),
];

const numbers = [
  '0',
  '-0',
  '-1',
  '1.5',
  '1e3',
  '1E400',
  '-1e400',
  '1e-320',
  '0.010000005',
  '1.005',
  '1000000.01',
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
  '99999999999999999999999999',
];

const texts = [
  '| |NaN|Infinity|-Infinity|null|undefined|true|1e3|-0|0x10|+1| 1|1 |١٢|１２|10,00|%|_|\\|[[[|{"a":1}|[{}]',
  "\0|a\0b|\ud800|a\udfffb|\u202eabc\u2066|\ufeff|' or 1=1 --|../../etc/passwd|<script>alert(1)</script>|${7*7}",
  '1:abc|1:5.7|3:x.y|6:1.99999999999999999999|v1.user.abc|v1.admin.0|2026-02-30|0000-00-00|javascript:alert(1)',
  '0193a1b2-0000-7000-8000-000000000009|a@b.test|\r\nBcc: a@b.test|ﷺﷺﷺ|https://a.test/\0|https://a.test/\ud800',
].flatMap((row) => row.split('|'));

const nest = (depth: number, wrap: (inside: unknown) => unknown): unknown => {
  let value: unknown = 1;
  for (let left = depth; left > 0; left -= 1) value = wrap(value);
  return value;
};

const structures: readonly (() => unknown)[] = [
  () => [],
  () => [null],
  () => [[]],
  () => Array.from({ length: 600 }, () => 0),
  () => ({}),
  () => ({ toString: 1, valueOf: null }),
  () => ({ length: 1e9 }),
  () => ({ $gt: '' }),
  () => ({ id: { id: { id: 1 } } }),
  () => ({ bytes: { type: 'Buffer', data: [1] }, name: 'a.png', type: 'image/png' }),
  () => nest(1_000, (inside) => [inside]),
  () => nest(1_000, (inside) => ({ a: inside })),
  () => objectWith('__proto__', { is_admin: true }),
  () => ({ constructor: { prototype: { is_admin: true } } }),
];

function junk(random: Random): unknown {
  const kind = random.weighted({ plain: 3, number: 5, text: 8, long: 2, structure: 4 });
  if (kind === 'plain') return random.pick([null, true, false]);
  if (kind === 'number') return new Raw(random.pick(numbers));
  if (kind === 'structure') return random.pick(structures)();
  if (kind === 'text') return random.pick(texts);
  return random.pick(['x', '😀', '9', 'a.', ' ']).repeat(random.pick([201, 501, 10_001, 10_001, 150_000]));
}

/** Writes JSON as any client may send it, with an own `__proto__` and `Raw`. */
export function jsonOf(value: unknown): string {
  if (value instanceof Raw) return value.text;
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(',')}]`;
  if (value instanceof Uint8Array) return '{"bytes":[1,2,3]}';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  return `{${Object.entries(value)
    .map(([name, part]) => `${JSON.stringify(name)}:${jsonOf(part)}`)
    .join(',')}}`;
}

/** Writes a form: lists of plain values as `name[]`, bytes as a file, other values as JSON text. */
export function formOf(value: unknown): { body: Buffer; type: string } {
  const parts = isHolder(value) ? Object.entries(value).flatMap(([name, part]) => partsOf(name, part)) : [];
  const body = Buffer.concat([...parts, Buffer.from('--noise--\r\n')]);
  return { body, type: 'multipart/form-data; boundary=noise' };
}

function partsOf(name: string, value: unknown): Buffer[] {
  if (value instanceof Uint8Array) {
    const parameters = `${nameParameter(name)}; filename="a.png"\r\nContent-Type: image/png`;
    return [Buffer.concat([head(parameters), value, lineEnd])];
  }
  if (Array.isArray(value) && value.every((one) => !isHolder(one)))
    return value.map((one) => Buffer.concat([head(nameParameter(`${name}[]`)), Buffer.from(plain(one)), lineEnd]));
  return [Buffer.concat([head(nameParameter(name)), Buffer.from(plain(value)), lineEnd])];
}

const lineEnd = Buffer.from('\r\n');
const plain = (value: unknown): string => (typeof value === 'string' ? value : jsonOf(value));
const nameParameter = (name: string): string => `name="${name.replaceAll(/[\r\n"]/g, '_')}"`;
const head = (parameters: string): Buffer =>
  Buffer.from(`--noise\r\nContent-Disposition: form-data; ${parameters}\r\n\r\n`, 'utf8');

/** Writes a query as any client may send it: repeated names, broken escapes, bytes that are no text. */
export function queryOf(value: unknown, random: Random): string {
  if (!isHolder(value)) return random.pick(brokenQueries);
  const pairs = Object.entries(value).flatMap(([name, part]) =>
    (Array.isArray(part) ? part.slice(0, 50) : [part]).map((one) => `${escaped(name)}=${escaped(plain(one))}`),
  );
  if (random.chance(0.2)) pairs.push(`${random.pick(['search', 'page', 'status', 'x'])}=${random.pick(brokenQueries)}`);
  return pairs.join('&');
}

const brokenQueries = [
  '%',
  '%00',
  '%zz',
  '%ED%A0%80',
  '%C0%AF',
  '%FF',
  '%E2%80',
  '%D9%A1',
  '+',
  '&&',
  '=',
  '[]',
  '%0d%0a',
];
const escaped = (text: string): string => encodeURIComponent(text.slice(0, 2_000).toWellFormed());
