import type * as limits from '../../../src/contract/sync-limits.ts';

type Limits = typeof limits;

/** Rows in one answer: few, so that a short story has many answers; many where only the end of a load counts. */
const rows = { few: 4, many: 500 };

const page = { rows: rows.few };

/** Small batches, and pages of the size that `withFullPages` leaves. */
export async function smaller(original: () => Promise<Limits>): Promise<Limits> {
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
