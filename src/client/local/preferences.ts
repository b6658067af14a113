/** The local-storage keys of preferences (S9-03); all begin with `cod_`. */
export type PreferenceName =
  | 'cod_locale'
  | 'cod_theme'
  | 'cod_view'
  | 'cod_rows'
  | 'cod_sidebar'
  | 'cod_loaded'
  | 'cod_after_reply'
  | 'cod_single_keys';

/** Returns a stored preference, or null when there is none or the browser stores nothing. */
export function readPreference(name: PreferenceName): string | null {
  try {
    return store()?.getItem(name) ?? null;
  } catch {
    return null;
  }
}

/** Stores a preference; does nothing where the browser stores nothing. */
export function writePreference(name: PreferenceName, value: string): void {
  try {
    store()?.setItem(name, value);
  } catch {
    // The preference is lost, which is acceptable.
  }
}

/** Deletes every `cod_` key except the language and the name and look of the shop, which the login page shows (D-11). */
export function forgetPreferences(): void {
  const storage = store();
  if (!storage) return;
  for (const name of Object.keys(storage)) if (/^cod_(?!locale$|shop$|accent$)/.test(name)) storage.removeItem(name);
}

interface TextStore {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
}

/** Returns the local storage; undefined in a service worker, which has none, and where the browser forbids it. */
function store(): TextStore | undefined {
  try {
    return (globalThis as { localStorage?: TextStore }).localStorage;
  } catch {
    return undefined;
  }
}
