import { Refusal } from '../base/refusal.ts';

/** Throws REVISION_CHANGED when a change was based on another revision than the current one. */
export function checkRevision(based: number | null, rev: number): void {
  if (based !== null && based !== rev) throw new Refusal('REVISION_CHANGED');
}

/**
 * Runs a change and adds the current row (`details.current`) to a REVISION_CHANGED refusal. The row is read
 * again, since an outcome stores no rows.
 */
export async function withCurrent<T>(change: () => Promise<T>, current: () => Promise<unknown>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'REVISION_CHANGED') throw error;
    throw new Refusal('REVISION_CHANGED', { current: await current() });
  }
}
