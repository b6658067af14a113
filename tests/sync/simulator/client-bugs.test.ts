import { describe, test, vi } from 'vitest';
import { clientBugs, restless } from './bugs.ts';
import { mustBeRed, playShare, runWithin } from './play-seeds.ts';

vi.mock(import('../../../src/contract/sync-limits.ts'), async (original) =>
  (await import('./small-limits.ts')).smaller(original),
);

describe('the simulator catches it when', () => {
  test.each(clientBugs)('$name', mustBeRed, runWithin);
});

test('and it is green when nothing is wrong', () => playShare(0, 20, restless), runWithin);
