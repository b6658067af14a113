import { orderStatuses } from '../../../contract/order-rules.ts';
import { sortChoices } from '../../lists/customer-choices.ts';
import { currentDatabase } from '../../local/current.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useStatuses } from '../../text/statuses.ts';
import type { SelectOption } from '../../ui/fields.tsx';

const none: readonly never[] = [];

/** Returns the statuses that an admin can choose. */
export function useAdminStatusChoices(): SelectOption[] {
  const statuses = useStatuses();
  return orderStatuses.map((value) => ({ value, label: statuses.order(value).label }));
}

/** Returns the products by title; also those that are hidden now, because they have orders. */
export function useProductChoices(): readonly SelectOption[] {
  const db = currentDatabase();
  return useLiveQuery(() => readProductChoices(db), [db]) ?? none;
}

const readProductChoices = async (db: LocalDatabase): Promise<SelectOption[]> =>
  sortChoices((await db.products.toArray()).map(({ id, title }) => ({ value: String(id), label: title })));
