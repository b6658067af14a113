import { expect, test } from 'vitest';
import { formatUuid, uuidv7 } from '../../src/contract/uuid.ts';

test('uuidv7 gives the UUID of the example in RFC 9562', () => {
  const random = Uint8Array.of(0xfc, 0xc3, 0x58, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39, 0x8f);

  expect(uuidv7(0x017f22e279b0, random)).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
});

test('UUIDs of the same moment differ, and have the right version and variant', () => {
  const ids = Array.from({ length: 100 }, () => uuidv7(1_700_000_000_000));

  expect(new Set(ids).size).toBe(100);
  expect(ids.filter((id) => !/^018bcfe5-6800-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toEqual([]);
});

test('formatUuid sets the version and the variant, and keeps all other bits', () => {
  expect(formatUuid(new Uint8Array(16).fill(255), 8)).toBe('ffffffff-ffff-8fff-bfff-ffffffffffff');
});
