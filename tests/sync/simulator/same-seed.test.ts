import { expect, test, vi } from 'vitest';
import { play } from './run.ts';
import { runWithin, withStage } from './play-seeds.ts';

vi.mock(import('../../../src/contract/sync-limits.ts'), async (original) =>
  (await import('./small-limits.ts')).smaller(original),
);

test.each([3, 17])(
  'seed %i tells the same story twice',
  (seed) =>
    withStage(async (stage) => {
      const [first, second] = [await play(stage, seed), await play(stage, seed)];

      expect(first.trace.length).toBeGreaterThan(100);
      expect(second).toEqual(first);
    }),
  runWithin,
);
