/** The names under which a browser keeps small choices (specification, chapter 9); all begin with `cod_`. */
export type PreferenceName = 'cod_locale' | 'cod_theme' | 'cod_view' | 'cod_sidebar';

/** A kept choice, or null when there is none or the browser keeps nothing. */
export function readPreference(name: PreferenceName): string | null {
  try {
    return store()?.getItem(name) ?? null;
  } catch {
    return null;
  }
}

/** Keeps a choice; silently not, where the browser keeps nothing. */
export function writePreference(name: PreferenceName, value: string): void {
  try {
    store()?.setItem(name, value);
  } catch {
    // A full or closed store costs the choice and nothing else.
  }
}

/** Forgets every `cod_` key but the language (D-11). */
export function forgetPreferences(): void {
  const kept = store();
  if (!kept) return;
  for (const name of Object.keys(kept)) if (name.startsWith('cod_') && name !== 'cod_locale') kept.removeItem(name);
}

interface TextStore {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
}

/** A service worker has no local storage, and a browser may refuse it to a page. */
function store(): TextStore | undefined {
  try {
    return (globalThis as { localStorage?: TextStore }).localStorage;
  } catch {
    return undefined;
  }
}
