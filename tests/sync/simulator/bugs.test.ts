import { describe, test, vi } from 'vitest';
import { clientBugs, frequentResets, serverBugs } from './bugs.ts';
import { mustBeRed, playShare, testTimeoutMs } from './play-seeds.ts';

vi.mock(import('../../../src/contract/sync-limits.ts'), async (original) =>
  (await import('./small-limits.ts')).withSmallLimits(original),
);

describe('the simulator finds the bug', () => {
  test.each([...clientBugs, ...serverBugs])('$name', mustBeRed, testTimeoutMs);
});

test(
  'without a bug the simulator passes with frequent cache resets',
  () => playShare(0, 20, frequentResets),
  testTimeoutMs,
);
