import type * as limits from '../../../src/contract/sync-limits.ts';

type Limits = typeof limits;

/** Small pages and batches, so that a short story has many of them. */
export async function smaller(original: () => Promise<Limits>): Promise<Limits> {
  return { ...(await original()), ...({ batchMax: 5, pullPage: 4, keptWhenFull: 1 } as unknown as Limits) };
}
