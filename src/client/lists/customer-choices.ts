import type { DirectoryUser } from '../../contract/people.ts';
import { compareFolded, fold } from '../../contract/search.ts';
import { currentDatabase } from '../local/current.ts';
import type { LocalDatabase } from '../local/database.ts';
import { useLiveQuery } from '../sync/use-live-query.ts';
import { isolated, withoutIsolation } from '../text/isolated.ts';
import type { MoreSource, SelectOption } from '../ui/fields.tsx';
import { usePeople, usePeopleSearch } from './people.ts';

/**
 * Returns the users of this device by name, each with the e-mail, because several users may have one name; before them
 * the chosen ones that this device does not store, by their ids until their names are known.
 */
export function useCustomerChoices(chosen: readonly string[]): readonly SelectOption[] {
  const db = currentDatabase();
  const known = usePeople(chosen.map(Number).filter(Number.isSafeInteger));
  const here = useLiveQuery(() => readChoices(db), [db]);
  if (!here) return none;
  const stored = new Set(here.map(({ value }) => value));
  const others = chosen.filter((value) => !stored.has(value));
  if (others.length === 0) return here;
  const choiceBy = (value: string): SelectOption => {
    const person = known.get(Number(value));
    return person ? choiceOf(person) : { value, label: `#${value}` };
  };
  return [...others.map(choiceBy), ...here];
}

/** Searches the users of the server besides those of this device. */
export const customersOfServer: MoreSource = {
  useMore(query) {
    const { people, state, retry } = usePeopleSearch(query);
    return { choices: people.map(choiceOf), state, retry };
  },
};

const none: readonly never[] = [];

const readChoices = async (db: LocalDatabase): Promise<SelectOption[]> =>
  sortChoices((await db.people.toArray()).map(choiceOf));

const choiceOf = ({ id, name, email }: DirectoryUser): SelectOption => ({
  value: String(id),
  label: `${isolated(name)} · ${isolated(email)}`,
});

/** Returns choices by label, whatever the accents and capitals. */
export const sortChoices = (choices: readonly SelectOption[]): SelectOption[] =>
  choices
    .map((choice) => ({ choice, key: fold(withoutIsolation(choice.label)) }))
    .toSorted((a, b) => compareFolded(a.key, b.key))
    .map(({ choice }) => choice);
