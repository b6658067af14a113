import { Refusal } from './refusal.ts';

/** Refuses with REVISION_CHANGED when a change was based on another version than the one that is there. */
export function checkRevision(based: number | null, rev: number): void {
  if (based !== null && based !== rev) throw new Refusal('REVISION_CHANGED');
}

/**
 * Does a change, and tells its writer what is there now (`details.current`) when somebody else was faster: read fresh,
 * since an outcome keeps no rows.
 */
export async function withCurrent<T>(change: () => Promise<T>, current: () => Promise<unknown>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'REVISION_CHANGED') throw error;
    throw new Refusal('REVISION_CHANGED', { current: await current() });
  }
}
