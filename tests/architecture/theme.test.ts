import { createSystem, type SystemContext } from '@chakra-ui/react/styled-system';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { prebuiltTheme, prebuiltTokens, themeCss } from '../../scripts/theme.ts';
import { dictionaryOf } from '../../src/client/ui/theme/prebuilt-tokens.ts';
import { getSystem } from '../../src/client/ui/theme/system.ts';
import { stylesInSources } from '../support/styles-in-sources.ts';

const { tokens } = getSystem();
const prebuilt = dictionaryOf(JSON.parse(JSON.stringify(prebuiltTokens())));

test('the tokens that are made at build time have the values of Chakra’s', () => {
  const paths = [...tokens.flatMap.keys()];
  expect(paths.length).toBeGreaterThan(300);
  for (const path of [...paths, 'colors.none', 'none', '', '4', 'spacing.']) {
    expect(prebuilt.getVar(path), `${path}`).toBe(tokens.getVar(path));
    expect(prebuilt.getVar(path, 'x'), `${path}`).toBe(tokens.getVar(path, 'x'));
  }
  for (const category of [...tokens.categoryMap.keys(), 'none'])
    expect(prebuilt.getCategoryValues(category)).toEqual(tokens.getCategoryValues(category));
  expect(prebuilt.colorPaletteMap).toEqual(tokens.colorPaletteMap);
});

test.each(['1px solid {colors.border}', '{colors.brand.fg/40}', 'none'])(
  'a style of %j has the value of Chakra’s',
  (value) => {
    expect(prebuilt.expandReferenceInValue(value)).toBe(tokens.expandReferenceInValue(value));
  },
);

test('the CSS of the theme has the layers, the reset, all tokens, the global styles and the animations', () => {
  const css = themeCss();
  expect(css).toMatch(/^@layer reset, base, tokens, recipes;/);
  const variables = [...(tokens as SystemContext['tokens']).cssVarMap.values()].flatMap((all) => [...all.keys()]);
  expect(variables.filter((name) => !css.includes(`${name}:`))).toEqual([]);
  for (const text of ['@keyframes spin', '*::placeholder', 'html:lang(ar) *', '-webkit-text-size-adjust'])
    expect(css).toContain(text);
});

const client = join(import.meta.dirname, '../../src/client');

/** The system of the built app. */
async function builtSystem(): Promise<SystemContext> {
  const entry = join(client, 'ui/theme/system.ts');
  const [{ output }] = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [prebuiltTheme()],
    build: { write: false, minify: false, lib: { entry, formats: ['es'] } },
  })) as unknown as [{ output: [{ code: string }] }];
  const folder = mkdtempSync(join(tmpdir(), 'comptoir-theme-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'system.mjs'), output[0].code);
  const built = (await import(pathToFileURL(join(folder, 'system.mjs')).href)) as { getSystem: () => SystemContext };
  return built.getSystem();
}

test('the built app resolves each style of its elements and parts as Chakra’s own system does', async () => {
  const built = await builtSystem();
  const system = getSystem();
  expect(built.tokens.allTokens).toEqual([]);
  const { elements, recipes } = stylesInSources(client);
  for (const recipe of recipes) expect(built.cva(recipe)({})).toEqual(system.cva(recipe)({}));
  for (const { css, ...props } of elements) {
    const styles = Object.fromEntries(Object.entries(props).filter(([name]) => system.isValidProperty(name)));
    const both = [css ?? {}, styles] as never[];
    expect(built.css(...both)).toEqual(system.css(...both));
    for (const name of Object.keys(props)) expect(built.isValidProperty(name)).toBe(system.isValidProperty(name));
  }
});

test('a system takes its tokens from nowhere else', () => {
  expect(Object.keys(createSystem({}).tokens).filter((name) => !(name in prebuilt))).toEqual([
    'tokenMap',
    'registerToken',
    'formatTokenName',
    'formatCssVar',
    'flatMap',
  ]);
});
