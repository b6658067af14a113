import { test, vi } from 'vitest';
import { playShare, testTimeoutMs } from './play-seeds.ts';

vi.mock(import('../../../src/contract/sync-limits.ts'), async (original) =>
  (await import('./small-limits.ts')).withSmallLimits(original),
);

test(
  'OF-27 OF-28 TU-44 TU-45 nothing is lost, doubled or wrongly reported (share 1 of the seeds)',
  () => playShare(0, 2),
  testTimeoutMs,
);
