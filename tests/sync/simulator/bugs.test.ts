import { afterAll, describe, test, vi } from 'vitest';
import { ofThisCommit } from '../../support/commit.ts';
import { clientBugs, frequentResets, serverBugs } from './bugs.ts';
import { mustBeRed, playShare, saveRedSeeds, testTimeoutMs } from './play-seeds.ts';

vi.mock(import('../../../src/contract/sync-limits.ts'), async (original) =>
  (await import('./small-limits.ts')).withSmallLimits(original),
);

const all = [...clientBugs, ...serverBugs];
// They prove the simulator, not the app. `npm run simulate -- --bugs N` plays all of them.
const { SIMULATE_BUGS, SIMULATE_REFRESH } = process.env;
const bugs = SIMULATE_BUGS || SIMULATE_REFRESH ? all : ofThisCommit(all, () => ['tests/sync/simulator']);

if (SIMULATE_REFRESH) afterAll(() => saveRedSeeds(all));

describe('the simulator finds the bug', () => {
  test.each(bugs)('$name', mustBeRed, testTimeoutMs);
});

test(
  'without a bug the simulator passes with frequent cache resets',
  () => playShare(0, 8, frequentResets),
  testTimeoutMs,
);
