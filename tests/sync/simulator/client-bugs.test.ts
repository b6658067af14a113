import { describe, test, vi } from 'vitest';
import { clientBugs } from './bugs.ts';
import { mustBeRed, runWithin } from './play-seeds.ts';

vi.mock(import('../../../src/contract/sync-limits.ts'), async (original) =>
  (await import('./small-limits.ts')).smaller(original),
);

describe('the simulator catches it when', () => {
  test.each(clientBugs)('$name', mustBeRed, runWithin);
});
