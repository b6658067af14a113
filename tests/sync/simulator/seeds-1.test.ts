import { test, vi } from 'vitest';
import { playShare, runWithin } from './play-seeds.ts';

vi.mock(import('../../../src/contract/sync-limits.ts'), async (original) =>
  (await import('./small-limits.ts')).smaller(original),
);

test('nothing is lost, doubled or told wrongly (share 1 of the seeds)', () => playShare(0, 2), runWithin);
