import { describe, test, vi } from 'vitest';
import { ofThisCommit } from '../../support/commit.ts';
import { clientBugs, frequentResets, serverBugs } from './bugs.ts';
import { mustBeRed, playShare, testTimeoutMs } from './play-seeds.ts';

vi.mock(import('../../../src/contract/sync-limits.ts'), async (original) =>
  (await import('./small-limits.ts')).withSmallLimits(original),
);

const all = [...clientBugs, ...serverBugs];
// They prove the simulator, not the app. `npm run simulate -- --bugs N` plays all of them.
const bugs = process.env.SIMULATE_BUGS ? all : ofThisCommit(all, () => ['tests/sync/simulator']);

describe('the simulator finds the bug', () => {
  test.each(bugs)('$name', mustBeRed, testTimeoutMs);
});

test(
  'without a bug the simulator passes with frequent cache resets',
  () => playShare(0, 8, frequentResets),
  testTimeoutMs,
);
