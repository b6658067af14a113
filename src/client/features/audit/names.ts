import { compareFolded, fold } from '../../../contract/search.ts';
import { currentDatabase } from '../../local/current.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import type { NameOfRecord } from '../../text/audit-fields.ts';
import { isolated, withoutIsolation } from '../../text/isolated.ts';
import type { SelectOption } from '../../ui/fields.tsx';

const none: readonly never[] = [];

/** Returns all users by name, each with the e-mail, because several users may have one name. */
export function usePeopleChoices(): readonly SelectOption[] {
  const db = currentDatabase();
  return useLiveQuery(() => readPeopleChoices(db), [db]) ?? none;
}

const readPeopleChoices = async (db: LocalDatabase): Promise<SelectOption[]> =>
  (await db.people.toArray())
    .map(({ id, name, email }) => ({ value: String(id), label: `${isolated(name)} · ${isolated(email)}` }))
    .map((choice) => ({ choice, key: fold(withoutIsolation(choice.label)) }))
    .toSorted((a, b) => compareFolded(a.key, b.key))
    .map(({ choice }) => choice);

/** Returns a function that names the users, products and categories of this device. */
export function useNameOfRecord(): NameOfRecord {
  const db = currentDatabase();
  const known = useLiveQuery(() => readNames(db), [db]);
  return (entity, id) => known?.get(`${entity} ${String(id)}`);
}

async function readNames(db: LocalDatabase): Promise<Map<string, string>> {
  const [people, products, categories] = await Promise.all([
    db.people.toArray(),
    db.products.toArray(),
    db.categories.toArray(),
  ]);
  return new Map([
    ...people.map(({ id, name }) => [`users ${id}`, name] as const),
    ...products.map(({ id, title }) => [`products ${id}`, title] as const),
    ...categories.map(({ id, title }) => [`categories ${id}`, title] as const),
  ]);
}
