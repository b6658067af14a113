import { defineSemanticTokens } from '@chakra-ui/react/styled-system';
import { shadeOf, tint } from './scales.ts';
import type { Scale, Shade } from './scales.ts';

/** A token's value in the light and in the dark theme, each as the name of a shade (`gray.50`) or as CSS. */
const both = (light: string, dark: string) => ({ value: { _light: colour(light), _dark: colour(dark) } });

function colour(value: string): string {
  const [, name, shade] = /^([a-z]+)\.(\d+)$/.exec(value) ?? [];
  return name && shade ? shadeOf(name as Scale, shade as Shade) : value;
}

const tinted = (name: Scale, percent: number): string => tint(shadeOf(name, '700'), percent);

/**
 * The tokens of a palette; `fg` on `subtle` and on `muted`, `contrast` on `solid` and `fg` on a panel have a contrast
 * of at least 4.5:1 (`tests/screens/theme.test.ts`).
 */
const palette = (name: Scale) => ({
  contrast: both('white', 'white'),
  fg: both(`${name}.700`, `${name}.300`),
  subtle: both(`${name}.50`, tinted(name, 18)),
  muted: both(`${name}.100`, tinted(name, 32)),
  emphasized: both(`${name}.200`, tinted(name, 50)),
  solid: both(`${name}.700`, `${name}.700`),
  hover: both(`${name}.800`, `${name}.600`),
  dot: both(`${name}.500`, `${name}.400`),
  focusRing: both(`${name}.500`, `${name}.400`),
  border: both(`${name}.200`, tinted(name, 55)),
});

export const semanticTokens = defineSemanticTokens({
  colors: {
    // Levels: `canvas` for the page and sidebar, `panel` for cards and tables, `raised` for menus and dialogs, `sunken` for
    // table heads and quoted facts. The others are states and shades on these levels.
    bg: {
      DEFAULT: both('#f1f4f4', '#0a0e0e'),
      canvas: both('#f1f4f4', '#0a0e0e'),
      panel: both('white', '#141b1b'),
      raised: both('white', '#1c2525'),
      sunken: both('#f4f6f6', '#0c1111'),
      hover: both('rgba(15, 40, 38, 0.045)', 'rgba(255, 255, 255, 0.05)'),
      selected: both('#d9f2ed', '#12403c'),
      subtle: both('#f4f6f6', '#1a2222'),
      muted: both('#e8eded', '#232d2d'),
      emphasized: both('#dce3e3', '#2f3a3a'),
      inverted: both('#1c2626', '#e4ebeb'),
      // Hovered buttons on `inverted`.
      onInverted: both('rgba(255, 255, 255, 0.14)', 'rgba(0, 0, 0, 0.1)'),
      backdrop: both('rgba(14, 24, 24, 0.44)', 'rgba(0, 0, 0, 0.64)'),
    },
    fg: {
      DEFAULT: both('gray.900', '#e8eded'),
      muted: both('gray.600', '#a7b2b2'),
      subtle: both('#5c6767', '#98a4a4'),
      inverted: both('white', 'gray.900'),
      error: both('red.700', 'red.300'),
      warning: both('amber.700', 'amber.300'),
      success: both('green.700', 'green.300'),
      info: both('blue.700', 'blue.300'),
    },
    // Hairlines, buttons and filters, text inputs.
    border: {
      DEFAULT: both('#dce3e3', '#2b3636'),
      muted: both('#e1e7e7', '#263030'),
      button: both('#c8d2d2', '#3a4645'),
      emphasized: both('#c8d2d2', '#3a4645'),
      control: both('#8a9696', '#64706f'),
      error: both('red.600', 'red.400'),
    },
    // Promotions and what waits for the user, never errors.
    attention: { fg: both('#a94d08', '#fbbf5c'), subtle: both('#fff4df', '#33250c') },
    // The coloured surface of the balance and of the header of guest pages; a gradient from `from` to `to`.
    hero: { from: both('#0f4f4a', '#0f4f4a'), to: both('#0b6e66', '#0b6e66'), fg: both('#eafaf7', '#eafaf7') },
    // The coloured half of the login page, the same in both themes.
    intro: {
      DEFAULT: both('brand.900', 'brand.900'),
      fg: both('brand.100', 'brand.100'),
      mark: both('brand.300', 'brand.300'),
    },
    brand: {
      ...palette('brand'),
      solid: both('#0b6e66', '#14a094'),
      hover: both('#095a54', '#2bb5a8'),
      contrast: both('white', '#04211f'),
    },
    green: palette('green'),
    amber: palette('amber'),
    red: palette('red'),
    blue: palette('blue'),
    violet: palette('violet'),
    gray: {
      contrast: both('white', 'gray.900'),
      fg: both('gray.800', '#d5dcdc'),
      subtle: both('gray.100', '#1f2828'),
      muted: both('#e6ebeb', '#2b3535'),
      emphasized: both('gray.300', '#3a4645'),
      solid: both('gray.800', 'gray.100'),
      hover: both('gray.700', 'gray.300'),
      dot: both('gray.400', 'gray.400'),
      focusRing: both('brand.500', 'brand.400'),
      border: both('#c8d2d2', '#3a4645'),
    },
  },
  radii: { l1: { value: '{radii.sm}' }, l2: { value: '{radii.md}' }, l3: { value: '{radii.xl}' } },
  shadows: {
    xs: both('0 1px 2px rgba(16, 30, 30, 0.05)', '0 1px 2px rgba(0, 0, 0, 0.5)'),
    sm: both('0 1px 3px rgba(16, 30, 30, 0.07)', '0 1px 3px rgba(0, 0, 0, 0.5)'),
    md: both(
      '0 6px 20px -4px rgba(16, 30, 30, 0.12), 0 1px 3px rgba(16, 30, 30, 0.06)',
      '0 8px 24px -4px rgba(0, 0, 0, 0.6)',
    ),
    lg: both('0 20px 48px -12px rgba(16, 30, 30, 0.24)', '0 24px 48px -12px rgba(0, 0, 0, 0.8)'),
  },
});
