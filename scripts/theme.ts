import createCache from '@emotion/cache';
import { serializeStyles } from '@emotion/serialize';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { themeConfig } from '../src/client/ui/theme/config.ts';
import { variableOf, type PrebuiltTokens } from '../src/client/ui/theme/prebuilt-tokens.ts';
import { getSystem } from '../src/client/ui/theme/system.ts';
import { home } from './stamp.mjs';

/** What a module of this plugin stands for, by the file that it replaces and the file that imports that one. */
const replaced = [
  {
    source: './token-dictionary.js',
    importer: '/@chakra-ui/react/dist/esm/styled-system/system.js',
    load: tokensModule,
  },
  {
    source: './preflight.js',
    importer: '/@chakra-ui/react/dist/esm/styled-system/system.js',
    load: () => 'export const createPreflight = () => ({});',
  },
  { source: './config.ts', importer: '/src/client/ui/theme/system.ts', load: configModule },
] as const;

/** The file that the app imports for the CSS of the theme. */
const cssFile = '/src/client/ui/theme/theme.css';

/**
 * Does at build time what Chakra does at each start of the app: the names of more than 300 tokens and the CSS of the theme,
 * which take three quarters of the time of `createSystem`; the app has no code for the reset, which is part of that CSS. The development server and the tests do without the plugin;
 * there the CSS comes from `ChakraProvider`. `tests/architecture/theme.test.ts` compares both.
 */
export function prebuiltTheme(): Plugin {
  return {
    name: 'prebuilt-theme',
    enforce: 'pre',
    resolveId(source, importer = '') {
      if (source.endsWith('/theme.css')) return join(home, cssFile);
      const found = replaced.findIndex((one) => one.source === source && importer.endsWith(one.importer));
      return this.environment.mode === 'build' && found >= 0 ? `\0theme-${found}` : null;
    },
    load(id) {
      if (id.endsWith(cssFile)) return this.environment.mode === 'build' ? themeCss() : '';
      const found = /^\0theme-(\d)$/.exec(id)?.[1];
      return found === undefined ? null : replaced[Number(found)]!.load();
    },
  };
}

/** The CSS that `ChakraProvider` would insert: the order of the layers, the reset, the tokens and the global styles. */
export function themeCss(): string {
  const { layers, _global } = getSystem();
  const cache = createCache({ key: 'theme' });
  const rules = cache.insert('', serializeStyles([_global as never]), cache.sheet, false);
  return `${layers.atRule}
${rules as string}`;
}

/** The part of the theme that resolves styles. */
function configModule(): string {
  const { breakpoints, textStyles } = themeConfig.theme!;
  const { cssVarsPrefix } = themeConfig;
  return `export const themeConfig = ${JSON.stringify({ cssVarsPrefix, preflight: false, theme: { breakpoints, textStyles } })};`;
}

/** A module with Chakra's `createTokenDictionary` for the tokens of the theme. */
function tokensModule(): string {
  const module = JSON.stringify(join(home, 'src/client/ui/theme/prebuilt-tokens.ts'));
  return `import { dictionaryOf } from ${module};
export const createTokenDictionary = () => dictionaryOf(${JSON.stringify(prebuiltTokens())});`;
}

/** Returns the tokens of the theme by their names. */
export function prebuiltTokens(): PrebuiltTokens {
  const { prefix, flatMap, categoryMap, colorPaletteMap } = getSystem().tokens;
  if (categoryMap.has('opacity')) throw new Error('prebuilt-tokens.ts knows no tokens of opacity');
  const names: Record<string, string[]> = {};
  const others: Record<string, string> = {};
  for (const [path, value] of flatMap) {
    const [category, ...name] = path.split('.') as [string, ...string[]];
    (names[category] ??= []).push(name.join('.'));
    if (variableOf(prefix, path) !== value) others[path] = value;
  }
  return {
    prefix,
    names: Object.fromEntries(Object.entries(names).map(([category, all]) => [category, all.join(' ')])),
    others,
    palettes: Object.fromEntries([...colorPaletteMap].map(([name, values]) => [name, Object.fromEntries(values)])),
  };
}
