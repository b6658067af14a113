import { compareFolded, fold } from '../../contract/search.ts';
import { currentDatabase } from '../local/current.ts';
import type { LocalDatabase } from '../local/database.ts';
import { useLiveQuery } from '../sync/use-live-query.ts';
import { isolated, withoutIsolation } from '../text/isolated.ts';
import type { SelectOption } from '../ui/fields.tsx';

/** Returns all users by name, each with the e-mail, because several users may have one name. */
export function useCustomerChoices(): readonly SelectOption[] {
  const db = currentDatabase();
  return useLiveQuery(() => readChoices(db), [db]) ?? none;
}

const none: readonly never[] = [];

const readChoices = async (db: LocalDatabase): Promise<SelectOption[]> =>
  sortChoices(
    (await db.people.toArray()).map(({ id, name, email }) => ({
      value: String(id),
      label: `${isolated(name)} · ${isolated(email)}`,
    })),
  );

/** Returns choices by label, whatever the accents and capitals. */
export const sortChoices = (choices: readonly SelectOption[]): SelectOption[] =>
  choices
    .map((choice) => ({ choice, key: fold(withoutIsolation(choice.label)) }))
    .toSorted((a, b) => compareFolded(a.key, b.key))
    .map(({ choice }) => choice);
