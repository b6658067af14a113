import { useNavigate, useSearch } from '@tanstack/react-router';

/** What a list keeps in the address: single values and lists of values, all as text or numbers. */
export type ListValues = Record<string, string | number | readonly string[]>;

export interface ListState<Values extends ListValues> {
  state: Values;
  /** Changes some of it. Turning a page is a step in the history; another change starts over at page 1. */
  set: (patch: Partial<Values>) => void;
  /** Back to the defaults, all or the named ones. */
  clear: (...names: (keyof Values & string)[]) => void;
  /** How many of the named values differ from their defaults. */
  active: (...names: (keyof Values & string)[]) => number;
}

/**
 * A list's state in the page's address (`?page=2&status=new,open`): back, reload and a shared link show the same
 * list. Only what differs from the defaults is written; a broken value counts as the default.
 */
export function useListState<const Values extends ListValues>(given: Values): ListState<Widened<Values>> {
  // The same values under wider types: the compiler cannot follow the mapping.
  const defaults = given as unknown as Widened<Values>;
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const state = readList(search, defaults);
  const write = (next: Partial<Widened<Values>>, isTurn: boolean) =>
    void navigate({
      to: '.',
      search: ((old: Record<string, unknown>) => ({ ...old, ...written(next, defaults) })) as never,
      replace: !isTurn,
      resetScroll: isTurn,
    });
  return {
    state,
    set: (patch) =>
      write('page' in patch || !('page' in defaults) ? patch : { ...patch, page: defaults.page }, 'page' in patch),
    clear: (...names) =>
      write(
        Object.fromEntries(
          (names.length ? [...names, 'page'] : Object.keys(defaults)).map((name) => [name, defaults[name]]),
        ) as Partial<Widened<Values>>,
        false,
      ),
    active: (...names) => names.filter((name) => String(state[name]) !== String(defaults[name])).length,
  };
}

/** Literal defaults stand for any value of their kind. */
type Widened<Values> = {
  -readonly [Name in keyof Values]: Values[Name] extends number
    ? number
    : Values[Name] extends string
      ? string
      : string[];
};

/** Reads the values out of parsed search parameters. */
function readList<Values extends ListValues>(search: Record<string, unknown>, defaults: Values): Values {
  return Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [name, read(search[name], value)]),
  ) as Values;
}

function read(found: unknown, value: ListValues[string]): ListValues[string] {
  if (found === undefined || found === null) return value;
  if (typeof value === 'number')
    return Number.isSafeInteger(Number(found)) && Number(found) > 0 ? Number(found) : value;
  if (typeof found === 'object') return value;
  const text = String(found as string | number | boolean);
  return typeof value === 'string' ? text : text.split(',').filter(Boolean);
}

function written(next: ListValues | Partial<ListValues>, defaults: ListValues): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(next).map(([name, value]) => [
      name,
      String(value) === String(defaults[name]) ? undefined : Array.isArray(value) ? value.join(',') : value,
    ]),
  );
}
