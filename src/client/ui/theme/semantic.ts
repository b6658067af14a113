import { defineSemanticTokens } from '@chakra-ui/react/styled-system';
import { shadeOf } from './scales.ts';
import type { Scale, Shade } from './scales.ts';

/** A token's value in the light and in the dark theme, each as the name of a shade (`gray.50`) or as CSS. */
const both = (light: string, dark: string) => ({ value: { _light: colour(light), _dark: colour(dark) } });

function colour(value: string): string {
  const [, name, shade] = /^([a-z]+)\.(\d+)$/.exec(value) ?? [];
  return name && shade ? shadeOf(name as Scale, shade as Shade) : value;
}

/** Mixes a percentage of a shade into the dark theme's background. */
const tinted = (name: Scale, percent: number) =>
  `color-mix(in srgb, ${shadeOf(name, '700')} ${percent}%, ${shadeOf('gray', '950')})`;

/**
 * The tokens of a palette; `fg` on `subtle`, `contrast` on `solid` and `fg` on a panel have a contrast of at least
 * 4.5:1.
 */
const palette = (name: Scale, solid: [light: Shade, dark: Shade] = ['700', '700']) => ({
  contrast: both('white', 'white'),
  fg: both(`${name}.700`, `${name}.300`),
  subtle: both(`${name}.50`, tinted(name, 18)),
  muted: both(`${name}.100`, tinted(name, 32)),
  emphasized: both(`${name}.200`, tinted(name, 50)),
  solid: both(`${name}.${solid[0]}`, `${name}.${solid[1]}`),
  hover: both(`${name}.800`, `${name}.600`),
  dot: both(`${name}.500`, `${name}.400`),
  focusRing: both(`${name}.500`, `${name}.400`),
  border: both(`${name}.200`, tinted(name, 55)),
});

export const semanticTokens = defineSemanticTokens({
  colors: {
    bg: {
      DEFAULT: both('gray.50', '#0d1212'),
      panel: both('white', '#141a1a'),
      subtle: both('#f4f6f6', '#1a2121'),
      muted: both('gray.100', '#202828'),
      emphasized: both('gray.200', '#2b3535'),
      inverted: both('gray.900', 'gray.100'),
      backdrop: both('rgba(14, 24, 24, 0.44)', 'rgba(0, 0, 0, 0.64)'),
    },
    fg: {
      DEFAULT: both('gray.900', '#e8eded'),
      muted: both('gray.600', '#a7b2b2'),
      subtle: both('#616c6c', '#8c9898'),
      inverted: both('white', 'gray.900'),
      error: both('red.700', 'red.300'),
      warning: both('amber.700', 'amber.300'),
      success: both('green.700', 'green.300'),
      info: both('blue.700', 'blue.300'),
    },
    border: {
      DEFAULT: both('gray.200', '#262f2f'),
      muted: both('gray.100', '#1e2626'),
      emphasized: both('gray.300', '#384444'),
      control: both('#8a9696', '#64706f'),
      error: both('red.600', 'red.400'),
    },
    // The coloured half of the login page, the same in both themes.
    intro: {
      DEFAULT: both('brand.900', 'brand.900'),
      fg: both('brand.100', 'brand.100'),
      mark: both('brand.300', 'brand.300'),
    },
    brand: palette('brand'),
    green: palette('green'),
    amber: palette('amber'),
    red: palette('red'),
    blue: palette('blue'),
    violet: palette('violet'),
    gray: {
      contrast: both('white', 'gray.900'),
      fg: both('gray.800', '#d5dcdc'),
      subtle: both('gray.100', '#1e2626'),
      muted: both('gray.200', '#293232'),
      emphasized: both('gray.300', '#384444'),
      solid: both('gray.800', 'gray.100'),
      hover: both('gray.700', 'gray.300'),
      dot: both('gray.400', 'gray.400'),
      focusRing: both('brand.500', 'brand.400'),
      border: both('gray.300', '#384444'),
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
