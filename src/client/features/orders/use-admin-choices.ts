import type { DirectoryUser } from '../../../contract/people.ts';
import { orderStatuses } from '../../../contract/order-rules.ts';
import { compareFolded, fold } from '../../../contract/search.ts';
import { currentDatabase } from '../../local/current.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { isolated, withoutIsolation } from '../../text/isolated.ts';
import { useStatuses } from '../../text/statuses.ts';
import type { SelectOption } from '../../ui/fields.tsx';

const none: readonly never[] = [];

/** Returns the statuses that an admin can choose. */
export function useAdminStatusChoices(): SelectOption[] {
  const statuses = useStatuses();
  return orderStatuses.map((value) => ({ value, label: statuses.orderChoice(value) }));
}

/** Returns the products by title; also those that are hidden now, because they have orders. */
export function useProductChoices(): readonly SelectOption[] {
  const db = currentDatabase();
  return useLiveQuery(() => readProductChoices(db), [db]) ?? none;
}

/** Returns all users by name, each with the e-mail, because several users may have one name. */
export function useCustomerChoices(): readonly SelectOption[] {
  const db = currentDatabase();
  return useLiveQuery(() => readCustomerChoices(db), [db]) ?? none;
}

/** Returns the users that this device knows, by id. */
export function usePeople(): ReadonlyMap<number, DirectoryUser> {
  const db = currentDatabase();
  return useLiveQuery(() => readPeople(db), [db]) ?? noPeople;
}

const noPeople: ReadonlyMap<number, DirectoryUser> = new Map();

const readPeople = async (db: LocalDatabase): Promise<Map<number, DirectoryUser>> =>
  new Map((await db.people.toArray()).map((person) => [person.id, person]));

const readProductChoices = async (db: LocalDatabase): Promise<SelectOption[]> =>
  sorted((await db.products.toArray()).map(({ id, title }) => ({ value: String(id), label: title })));

const readCustomerChoices = async (db: LocalDatabase): Promise<SelectOption[]> =>
  sorted(
    (await db.people.toArray()).map(({ id, name, email }) => ({
      value: String(id),
      label: `${isolated(name)} · ${isolated(email)}`,
    })),
  );

const sorted = (choices: SelectOption[]): SelectOption[] =>
  choices
    .map((choice) => ({ choice, key: fold(withoutIsolation(choice.label)) }))
    .toSorted((a, b) => compareFolded(a.key, b.key))
    .map(({ choice }) => choice);
