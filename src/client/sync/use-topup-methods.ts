import type { TopupMethodRow } from '../../contract/topup-settings.ts';
import type { LocalDatabase } from '../local/database.ts';
import { currentDatabase } from '../local/current.ts';
import { useLoadedRows } from './use-live-query.ts';

/**
 * Returns the ways to pay for a top-up that customers may choose, in the shop's order; undefined until they are known, as
 * `useLoadedRows` says. Pages offer a request only where there is one.
 */
export function useTopupMethods(): readonly TopupMethodRow[] | undefined {
  const db = currentDatabase();
  return useLoadedRows(() => readTopupMethods(db), [db]);
}

async function readTopupMethods(db: LocalDatabase): Promise<TopupMethodRow[]> {
  const all = await db.topup_methods.toArray();
  return all.filter(({ is_active: isActive }) => isActive).toSorted((one, other) => one.position - other.position);
}
