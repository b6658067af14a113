import { useMatch, useNavigate, useRouter, type RouterHistory } from '@tanstack/react-router';
import { useMemo, useState, useSyncExternalStore } from 'react';

/** A list's state in the address: single values and lists of values, all as text or numbers. */
export type ListValues = Record<string, string | number | readonly string[]>;

export interface ListState<Values extends ListValues> {
  state: Values;
  /** Changes some values. A new page adds a history entry; any other change returns to page 1. */
  set: (patch: Partial<Values>) => void;
  /** Resets the named values to their defaults, and returns to page 1; without names, resets all values. */
  clear: (...names: (keyof Values & string)[]) => void;
  /** Returns how many of the named values differ from their defaults. */
  countActive: (...names: (keyof Values & string)[]) => number;
}

/**
 * A list's state in the page's address (`?page=2&status=new,open`): back, reload and a shared link show the same
 * list. Only values that differ from the defaults are written; an invalid value counts as the default.
 */
export function useListState<const Values extends ListValues>(initial: Values): ListState<Widened<Values>> {
  // The same values under wider types: the compiler cannot follow the mapping.
  const defaults = initial as unknown as Widened<Values>;
  const search = useOwnSearch();
  const navigate = useNavigate();
  const state = readList(search, defaults);
  const write = (next: Partial<Widened<Values>>, isPageChange: boolean) =>
    void navigate({
      to: '.',
      search: ((old: Record<string, unknown>) => ({ ...old, ...toSearch(next, defaults) })) as never,
      replace: !isPageChange,
      resetScroll: isPageChange,
    });
  return {
    state,
    set: (patch) => write('page' in patch ? patch : { ...patch, ...pick(defaults, placeNames) }, 'page' in patch),
    clear: (...names) =>
      write(
        Object.fromEntries(
          (names.length ? [...names, ...placeNames] : Object.keys(defaults)).map((name) => [name, defaults[name]]),
        ) as Partial<Widened<Values>>,
        false,
      ),
    countActive: (...names) => names.filter((name) => String(state[name]) !== String(defaults[name])).length,
  };
}

/**
 * Returns the search values of this page's address in the render of the press that changes them. `useSearch` has them
 * after the router has loaded the page once more for them, several tasks later.
 */
function useOwnSearch(): Record<string, unknown> {
  const { history, options } = useRouter();
  const pathname = useMatch({ strict: false, select: (match) => match.pathname });
  const readSearch = useMemo(() => searchOf(history, pathname), [history, pathname]);
  const search = useSyncExternalStore(history.subscribe, readSearch);
  return useMemo(() => options.parseSearch(search), [options, search]);
}

/** Returns a function that returns the last search of the addresses with a path: while another page is being opened, its own. */
function searchOf(history: RouterHistory, pathname: string): () => string {
  let last = '';
  return () => {
    if (withoutSlash(history.location.pathname) === withoutSlash(pathname)) last = history.location.search;
    return last;
  };
}

const withoutSlash = (path: string): string => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path);

/** The values that say which page of the list is shown. */
const placeNames = ['page', 'cursor'] as const;

/** Returns those of the named values that a list has. */
const pick = <Values extends ListValues>(values: Values, names: readonly string[]): Partial<Values> =>
  Object.fromEntries(names.flatMap((name) => (name in values ? [[name, values[name]]] : []))) as Partial<Values>;

/**
 * Returns a text that the user types, and a function to set it. It starts as `value` and becomes `value` again with each
 * change of that: a search of the URL, for example, after the back button.
 */
export function useTypedText(value: string): [string, (text: string) => void] {
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  if (lastValue !== value) {
    setLastValue(value);
    setText(value);
  }
  return [text, setText];
}

/** Widens literal defaults to their types. */
type Widened<Values> = {
  -readonly [Name in keyof Values]: Values[Name] extends number
    ? number
    : Values[Name] extends string
      ? string
      : Values[Name] extends readonly string[]
        ? string[]
        : Values[Name];
};

/** Reads the values from parsed search parameters. */
function readList<Values extends ListValues>(search: Record<string, unknown>, defaults: Values): Values {
  return Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [name, read(search[name], value)]),
  ) as Values;
}

function read(raw: unknown, value: ListValues[string]): ListValues[string] {
  if (raw === undefined || raw === null) return value;
  if (typeof value === 'number') return Number.isSafeInteger(Number(raw)) && Number(raw) > 0 ? Number(raw) : value;
  if (typeof raw === 'object') return value;
  const text = String(raw as string | number | boolean);
  return typeof value === 'string' ? text : text.split(',').filter(Boolean);
}

function toSearch(next: ListValues | Partial<ListValues>, defaults: ListValues): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(next).map(([name, value]) => [
      name,
      String(value) === String(defaults[name]) ? undefined : Array.isArray(value) ? value.join(',') : value,
    ]),
  );
}
