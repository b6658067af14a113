import { expect, test, vi } from 'vitest';
import { play } from './run.ts';
import { testTimeoutMs, withServer } from './play-seeds.ts';

vi.mock(import('../../../src/contract/sync-limits.ts'), async (original) =>
  (await import('./small-limits.ts')).withSmallLimits(original),
);

test.each([3, 17])(
  'seed %i gives the same run twice',
  (seed) =>
    withServer(async (server) => {
      const [first, second] = [await play(server, seed), await play(server, seed)];

      expect(first.trace.length).toBeGreaterThan(100);
      expect(second).toEqual(first);
    }),
  testTimeoutMs,
);
