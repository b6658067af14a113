/** The tokens of the theme as `scripts/theme.ts` writes them at build time. */
export interface PrebuiltTokens {
  prefix: string;
  /** The names in each category, separated by spaces. */
  names: Record<string, string>;
  /** The CSS values, by path, of the tokens that have not the value of `variableOf`. */
  others: Record<string, string>;
  /** The CSS variables that a colour palette sets, by the name of the palette. */
  palettes: Record<string, Record<string, string>>;
}

/** The CSS value of most tokens: a variable that Chakra names after the path of the token. */
export const variableOf = (prefix: string, path: string): string =>
  `var(--${prefix}-${path.replaceAll('.', '-').replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)})`;

/** Chakra's token dictionary, as far as a system calls it that only resolves styles. */
export function dictionaryOf({ prefix, names, others, palettes }: PrebuiltTokens) {
  const categories = new Map(Object.entries(names).map(([category, all]) => [category, new Set(all.split(' '))]));
  const values = new Map<string, Record<string, string>>();
  const getVar = (path: string, fallback?: string): string | undefined => {
    const text = String(path);
    const dot = text.indexOf('.');
    if (dot < 0 || !categories.get(text.slice(0, dot))?.has(text.slice(dot + 1))) return fallback;
    return others[text] ?? variableOf(prefix, text);
  };
  const getCategoryValues = (category: string): Record<string, string> | null => {
    const all = categories.get(category);
    if (!all) return null;
    const known =
      values.get(category) ?? Object.fromEntries([...all].map((name) => [name, getVar(`${category}.${name}`)!]));
    values.set(category, known);
    return known;
  };
  const valueOf = (path: string): string => {
    const [color = '', percent] = path.split('/');
    const value = getVar(color) ?? color;
    return percent === undefined ? value : `color-mix(in srgb, ${value} ${percent}%, transparent)`;
  };
  return {
    prefix,
    allTokens: [],
    cssVarMap: new Map(),
    categoryMap: new Map(),
    colorPaletteMap: new Map(Object.entries(palettes).map(([name, all]) => [name, new Map(Object.entries(all))])),
    /** Utilities ask whether there is such a token. */
    getByName: (path: string) => (getVar(path) === undefined ? undefined : { name: path }),
    getVar,
    getCategoryValues,
    expandReferenceInValue: (value: string) => value.replace(/\{([^}]+)\}/g, (_, path: string) => valueOf(path)),
  };
}
