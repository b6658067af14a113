import { expect, test } from 'vitest';
import { Refusal } from '../../src/server/platform/refusal.ts';
import { createHasher } from '../../src/server/platform/secrets/hasher.ts';
import { newToken, sameText } from '../../src/server/platform/secrets/tokens.ts';
import { uuidv7 } from '../../src/server/platform/uuid.ts';
import { Uuid } from '../../src/contract/fields.ts';

const quick = { memory: 64, passes: 1 };

test('passwords are hashed with argon2id at the cost of trust.md, each with its own salt', async () => {
  const hasher = createHasher();

  const [one, other] = [await hasher.hash('une bonne phrase'), await hasher.hash('une bonne phrase')];

  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(other).not.toBe(one);
  expect(await hasher.verify('une bonne phrase', one)).toBe(true);
  expect(await hasher.verify('une bonne phrasE', one)).toBe(false);
});

test('a hash made at another cost is still understood', async () => {
  const old = await createHasher(quick).hash('une bonne phrase');

  expect(await createHasher({ memory: 128, passes: 2 }).verify('une bonne phrase', old)).toBe(true);
});

test('without a hash the answer is no, after the same work', async () => {
  const hasher = createHasher();
  const hash = await hasher.hash('une bonne phrase');
  await hasher.verify('warm', null);
  const time = async (known: string | null) => {
    const begun = performance.now();
    expect(await hasher.verify('a guess', known)).toBe(false);
    return performance.now() - begun;
  };

  const turns: [number, number][] = [];
  for (let turn = 0; turn < 8; turn += 1) turns.push([await time(hash), await time(null)]);
  // The quickest of each: what else the machine does only adds.
  const [known, unknown] = [Math.min(...turns.map(([one]) => one)), Math.min(...turns.map(([, other]) => other))];

  expect(unknown / known).toBeGreaterThan(0.4);
  expect(unknown / known).toBeLessThan(2.5);
});

test('a flood of passwords is refused once the queue is full, and the rest is served', async () => {
  const hasher = createHasher(quick);

  const results = await Promise.allSettled(Array.from({ length: 100 }, () => hasher.hash('x')));

  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every(({ reason }) => reason instanceof Refusal && reason.code === 'TOO_MANY_REQUESTS')).toBe(true);
  expect(results.length - refused.length).toBeGreaterThanOrEqual(60);
  expect(await hasher.hash('x')).toContain('argon2id');
});

test('the same letters typed on another keyboard are the same password', async () => {
  const hasher = createHasher(quick);

  const hash = await hasher.hash('caf\u00e9 cr\u00e8me');

  expect(await hasher.verify('cafe\u0301 cre\u0300me', hash)).toBe(true);
});

test('tokens hold 256 bits and never come twice', () => {
  const tokens = Array.from({ length: 1000 }, () => newToken());

  expect(new Set(tokens).size).toBe(1000);
  expect(tokens.every((token) => /^[\w-]{43}$/.test(token))).toBe(true);
  expect([sameText('a', 'a'), sameText('a', 'b'), sameText('a', 'ab')]).toEqual([true, false, false]);
});

test('UUIDs of the server are version 7 and ordered by time', () => {
  const ids = [1_700_000_000_000, 1_700_000_000_001, 1_800_000_000_000].map((ms) => uuidv7(ms));

  expect(ids.toSorted()).toEqual(ids);
  for (const id of ids) expect(Uuid.parse(id)).toBe(id);
});
