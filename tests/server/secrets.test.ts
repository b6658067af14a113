// database: any
import { expect, test } from 'vitest';
import { Refusal } from '../../src/server/platform/base/refusal.ts';
import { createHasher } from '../../src/server/platform/crypto/hasher.ts';
import { newToken, isSameText } from '../../src/server/platform/crypto/tokens.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { Uuid } from '../../src/contract/fields.ts';

const quickCost = { memory: 64, passes: 1 };

test('passwords are hashed with argon2id at the required cost, each with its own salt', async () => {
  const hasher = createHasher();

  const [one, other] = [await hasher.hash('une bonne phrase'), await hasher.hash('une bonne phrase')];

  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(other).not.toBe(one);
  expect(await hasher.verify('une bonne phrase', one)).toBe(true);
  expect(await hasher.verify('une bonne phrasE', one)).toBe(false);
});

test('a hash made at another cost is still verified', async () => {
  const old = await createHasher(quickCost).hash('une bonne phrase');

  expect(await createHasher({ memory: 128, passes: 2 }).verify('une bonne phrase', old)).toBe(true);
});

test('without a hash a verification fails, and takes as long as with one', async () => {
  const hasher = createHasher();
  const hash = await hasher.hash('une bonne phrase');
  await hasher.verify('warm', null);
  const time = async (storedHash: string | null) => {
    const begun = performance.now();
    expect(await hasher.verify('a guess', storedHash)).toBe(false);
    return performance.now() - begun;
  };

  // The quickest of each: other work of the machine only adds time. A busy machine gets more turns.
  let [known, unknown] = [Infinity, Infinity];
  const isClose = () => unknown / known > 0.4 && unknown / known < 2.5;
  for (let turn = 0; turn < 8 || (turn < 40 && !isClose()); turn += 1) {
    known = Math.min(known, await time(hash));
    unknown = Math.min(unknown, await time(null));
  }

  expect(unknown / known).toBeGreaterThan(0.4);
  expect(unknown / known).toBeLessThan(2.5);
});

test('passwords that arrive while the queue is full are refused, the queued ones are hashed', async () => {
  const hasher = createHasher(quickCost);

  const results = await Promise.allSettled(Array.from({ length: 100 }, () => hasher.hash('x')));

  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every(({ reason }) => reason instanceof Refusal && reason.code === 'TOO_MANY_REQUESTS')).toBe(true);
  expect(results.length - refused.length).toBeGreaterThanOrEqual(60);
  expect(await hasher.hash('x')).toContain('argon2id');
});

test('the same characters typed on another keyboard are the same password', async () => {
  const hasher = createHasher(quickCost);

  const hash = await hasher.hash('caf\u00e9 cr\u00e8me');

  expect(await hasher.verify('cafe\u0301 cre\u0300me', hash)).toBe(true);
});

test('tokens have 256 bits and are never repeated; isSameText compares whole texts', () => {
  const tokens = Array.from({ length: 1000 }, () => newToken());

  expect(new Set(tokens).size).toBe(1000);
  expect(tokens.every((token) => /^[\w-]{43}$/.test(token))).toBe(true);
  expect([isSameText('a', 'a'), isSameText('a', 'b'), isSameText('a', 'ab')]).toEqual([true, false, false]);
});

test('UUIDs of the server are version 7 and ordered by time', () => {
  const ids = [1_700_000_000_000, 1_700_000_000_001, 1_800_000_000_000].map((ms) => uuidv7(ms));

  expect(ids.toSorted()).toEqual(ids);
  for (const id of ids) expect(Uuid.parse(id)).toBe(id);
});
