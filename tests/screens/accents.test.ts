import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { coloursOf, keepAccent, showAccent, showKeptAccent } from '../../src/client/ui/theme/accents.ts';
import { semanticTokens } from '../../src/client/ui/theme/semantic.ts';
import { getSystem } from '../../src/client/ui/theme/system.ts';
import { accents } from '../../src/contract/shop.ts';
import { contrastOf } from '../support/contrast.ts';

const root = document.documentElement;
const boot = readFileSync(join(import.meta.dirname, '../../public/boot.js'), 'utf8');
/** The script that runs before the first paint, as at the start of the app. */
const startPage = () => {
  root.removeAttribute('style');
  // oxlint-disable-next-line no-implied-eval, no-new-func -- a script of the page, which is no module
  new Function(boot)();
};
const shown = (token: string) => root.style.getPropertyValue(`--c-colors-${token}`);
const chosen = accents.filter((accent) => accent !== 'teal');

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
});
afterAll(() => root.removeAttribute('style'));

describe.each(chosen)('S2U-07 the colour %s', (accent) => {
  test.each(['light', 'dark'] as const)('has a contrast of 4.5:1 with its texts in the %s theme', (theme) => {
    const colours = coloursOf(accent)[theme]!;
    const { bg, fg } = semanticTokens.colors;
    const base = (token: { value: { _light: string; _dark: string } }) =>
      token.value[`_${theme}`].replace(/^white$/, '#ffffff');
    const grounds = [bg.canvas, bg.panel, bg.raised, bg.sunken].map(base);
    const tints = ['brand-subtle', 'brand-muted', 'bg-selected'].map((name) => colours[name]!);
    const pairs: [string, string][] = [
      ...[...grounds, ...tints].map((ground): [string, string] => [colours['brand-fg']!, ground]),
      ...['brand-solid', 'brand-hover'].map((name): [string, string] => [colours['brand-contrast']!, colours[name]!]),
      ...[fg.DEFAULT, fg.muted].map((text): [string, string] => [base(text), colours['bg-selected']!]),
      ...['hero-from', 'hero-to'].map((name): [string, string] => [colours['hero-fg']!, colours[name]!]),
      ...['intro-fg', 'intro-mark'].map((name): [string, string] => [colours[name]!, colours.intro!]),
    ];
    expect(pairs.filter((pair) => !(contrastOf(...pair) >= 4.5))).toEqual([]);
    // Focus rings, and the border between the page and what is chosen.
    for (const ground of grounds) expect(contrastOf(colours['brand-focus-ring']!, ground)).toBeGreaterThanOrEqual(3);
    expect(contrastOf(base(bg.panel), colours['bg-selected']!)).toBeGreaterThanOrEqual(1.08);
  });

  test('names only colours that the theme has', () => {
    const known = getSystem().getTokenCss();
    const text = JSON.stringify(known);
    const names = Object.values(coloursOf(accent)).flatMap((colours) => Object.keys(colours));
    expect(names.length).toBe(36);
    expect(names.filter((name) => !text.includes(`"--c-colors-${name}"`))).toEqual([]);
  });
});

test('S2U-07 the page has the kept colour before the app starts, in the theme that is chosen', () => {
  keepAccent('blue');
  startPage();
  expect(shown('brand-solid')).toBe(coloursOf('blue').light!['brand-solid']);

  localStorage.setItem('cod_theme', 'dark');
  window.dispatchEvent(new Event('cod-theme'));
  expect(shown('brand-solid')).toBe(coloursOf('blue').dark!['brand-solid']);

  showAccent('pink');
  expect(shown('brand-solid')).toBe(coloursOf('pink').dark!['brand-solid']);
  showKeptAccent();
  expect(shown('brand-solid')).toBe(coloursOf('blue').dark!['brand-solid']);

  keepAccent('teal');
  expect(shown('brand-solid')).toBe('');
  startPage();
  expect(shown('brand-solid')).toBe('');
});

test.each(['{', 'null', '"x"', '{"light":null}'])('S2U-07 a damaged stored colour %s is ignored', (stored) => {
  localStorage.setItem('cod_accent', stored);
  startPage();
  expect(shown('brand-solid')).toBe('');
  expect(root.lang).toBe('en');
});
