import type * as limits from '../../../src/contract/sync-limits.ts';

type Limits = typeof limits;

/** Rows in one answer: few, so that a short run has many answers; many where only the result of a load matters. */
const rows = { few: 4, many: 500 };

const page = { rows: rows.few };

/** The limits of sync with small batches and small pages, except inside `withFullPages`. */
export async function withSmallLimits(original: () => Promise<Limits>): Promise<Limits> {
  const small = { ...(await original()), ...({ batchMax: 5, keptWhenFull: 1 } as unknown as Limits) };
  return Object.defineProperty(small, 'pullPage', { get: () => page.rows, enumerable: true });
}

/** Runs something while the server answers with pages of the usual size. */
export async function withFullPages<Result>(run: () => Promise<Result>): Promise<Result> {
  page.rows = rows.many;
  try {
    return await run();
  } finally {
    page.rows = rows.few;
  }
}
