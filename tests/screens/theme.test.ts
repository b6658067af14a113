import { describe, expect, test } from 'vitest';
import { semanticTokens } from '../../src/client/ui/theme/semantic.ts';
import { contrastOf } from '../support/contrast.ts';

type Theme = '_light' | '_dark';
interface Token {
  value: Record<Theme, string>;
}

/** The hex value of a colour token: "bg.panel", "amber.fg", "border" for its default. */
function hexOf(path: string, theme: Theme): string {
  const found = path
    .split('.')
    .reduce<Record<string, unknown>>((group, key) => group[key] as Record<string, unknown>, semanticTokens.colors);
  const token = (found.value ? found : found.DEFAULT) as unknown as Token;
  const value = token.value[theme];
  return value === 'white' ? '#ffffff' : value;
}

const contrast = (one: string, other: string, theme: Theme): number =>
  contrastOf(hexOf(one, theme), hexOf(other, theme));

const palettes = ['brand', 'green', 'amber', 'red', 'blue', 'violet', 'gray'];
const grounds = ['bg.canvas', 'bg.panel', 'bg.raised', 'bg.sunken'];

describe.each(['_light', '_dark'] as const)('OF-35 in the theme %s', (theme) => {
  test.each<[string, string]>([
    ['bg.canvas', 'bg.panel'],
    ['bg.panel', 'bg.sunken'],
    ['bg.panel', 'bg.selected'],
    ['bg.panel', 'bg.muted'],
    // In the light theme a shadow separates menus from panels.
    ...(theme === '_dark' ? [['bg.panel', 'bg.raised'] satisfies [string, string]] : []),
  ])('the surface %s is visible beside %s', (one, other) => {
    expect(contrast(one, other, theme)).toBeGreaterThanOrEqual(1.08);
  });

  test.each([
    ['border', 'bg.panel'],
    ['border', 'bg.raised'],
    ['border.muted', 'bg.panel'],
    ['border.button', 'bg.panel'],
    ['border.button', 'bg.canvas'],
  ])('the line %s is visible on %s', (line, ground) => {
    expect(contrast(line, ground, theme)).toBeGreaterThanOrEqual(1.25);
  });

  test('the borders of text inputs have a contrast of 3:1', () => {
    expect(contrast('border.control', 'bg.panel', theme)).toBeGreaterThanOrEqual(3);
  });

  test.each(palettes)('a status in %s can be read on its tint, on a panel and on its solid colour', (name) => {
    for (const ground of [`${name}.subtle`, `${name}.muted`, 'bg.panel'])
      expect(contrast(`${name}.fg`, ground, theme)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(`${name}.contrast`, `${name}.solid`, theme)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(`${name}.contrast`, `${name}.hover`, theme)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(grounds)('text can be read on %s', (ground) => {
    const texts = ['fg', 'fg.muted', 'fg.subtle', 'brand.fg', 'fg.error', 'fg.warning', 'fg.success'];
    expect(texts.filter((text) => contrast(text, ground, theme) < 4.5)).toEqual([]);
  });

  test('text can be read on selected rows, on the bar for them, on marks that ask for attention and on the coloured surface', () => {
    const texts = ['fg', 'fg.muted', 'brand.fg'];
    expect(texts.filter((text) => contrast(text, 'bg.selected', theme) < 4.5)).toEqual([]);
    expect(contrast('fg.inverted', 'bg.inverted', theme)).toBeGreaterThanOrEqual(4.5);
    expect(contrast('attention.fg', 'attention.subtle', theme)).toBeGreaterThanOrEqual(4.5);
    for (const end of ['hero.from', 'hero.to']) expect(contrast('hero.fg', end, theme)).toBeGreaterThanOrEqual(4.5);
  });
});
