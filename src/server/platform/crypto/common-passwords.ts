import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** Frequent words of our users' languages that the package's list lacks, and usual account names. */
const localWords = new Set(
  `bienvenue doudou jetaimefort azertyqsdf abdallah ahmed alhamdulillah insha'allah mashallah maroc libya p@ssword
   admin root guest user login`.split(/\s+/),
);

/** Leaked words shorter than this may begin a good password. */
const stemMin = 6;

/** Digits, the alphabet and rows of keys: a password may not be a part of one, forwards or backwards. */
const sequences = ['01234567890123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'qwertzuiop', 'azertyuiop'];

/**
 * Returns whether attackers try a password first, or it is the user's own address: a leaked password, alone or followed
 * by digits or signs, a repeated group of characters, or a sequence. Compared without case. The first call reads the
 * list of 49,000 leaked passwords; those of six and more characters stay in memory.
 */
export async function isCommonPassword(password: string, email: string): Promise<boolean> {
  const plain = password.normalize('NFKC').toLowerCase();
  const stem = plain.replace(/[\d!?.*#$@_-]+$/, '');
  const local = email.split('@')[0]!;
  if (plain === email || plain === local || isRepeated(plain) || isSequence(plain) || localWords.has(stem)) return true;
  const leaked = await leakedPasswords();
  return leaked.has(plain) || leaked.has(stem);
}

const isRepeated = (text: string): boolean => /^(.{1,4})\1+$/u.test(text);

const isSequence = (text: string): boolean =>
  sequences.some((row) => row.includes(text) || [...row].toReversed().join('').includes(text));

const require = createRequire(import.meta.url);

let leaked: Promise<ReadonlySet<string>> | undefined;

/** Reads the list when the first password is chosen: until then it is not needed. */
function leakedPasswords(): Promise<ReadonlySet<string>> {
  leaked ??= readLeaked().catch((error: unknown) => {
    leaked = undefined;
    throw error;
  });
  return leaked;
}

/** Reads only the package's data file: its module would keep all dictionaries of the package in memory. */
async function readLeaked(): Promise<ReadonlySet<string>> {
  const file = require.resolve('@zxcvbn-ts/language-common/src/passwords.json');
  const all = JSON.parse(await readFile(file, 'utf8')) as string[]; // a list of strings, most common first
  return new Set(all.filter((password) => [...password].length >= stemMin));
}
