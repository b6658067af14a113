import { defineConfig, defineGlobalStyles, defineKeyframes, defineTextStyles } from '@chakra-ui/react/styled-system';
import { semanticTokens } from './semantic.ts';
import { tokens } from './tokens.ts';

const textStyle = (fontSize: string, lineHeight: string) => ({ value: { fontSize, lineHeight } });

/** A text role: size and line height in rem, weight, and the space between characters where it is not normal. */
const role = (fontSize: string, lineHeight: number, fontWeight: string, letterSpacing?: string) => ({
  value: { fontSize, lineHeight: `${lineHeight}rem`, fontWeight, ...(letterSpacing && { letterSpacing }) },
});

/** The roles of texts, and sizes without a role. */
const textStyles = defineTextStyles({
  display: role('clamp(1.875rem, 1.5rem + 1.5vw, 2rem)', 2.375, '650', '-0.02em'),
  figure: role('1.625rem', 2, '600', '-0.015em'),
  title: role('1.25rem', 1.625, '650', '-0.015em'),
  section: role('0.9375rem', 1.375, '600'),
  message: role('0.9375rem', 1.4375, '400'),
  row: role('0.8125rem', 1.125, '400'),
  meta: role('0.75rem', 1, '450'),
  label: role('0.75rem', 1, '550'),
  field: role('0.875rem', 1.25, '500'),
  '2xs': textStyle('2xs', '0.875rem'),
  xs: textStyle('xs', '1rem'),
  sm: textStyle('sm', '1.25rem'),
  md: textStyle('md', '1.5rem'),
  lg: textStyle('lg', '1.625rem'),
  xl: textStyle('xl', '1.75rem'),
  '2xl': textStyle('2xl', '2rem'),
  '3xl': textStyle('3xl', '2.25rem'),
});

/** The styles of the page. */
const globalCss = defineGlobalStyles({
  html: {
    '--global-font-body': 'fonts.body',
    '--global-font-mono': 'fonts.mono',
    '--global-color-border': 'colors.border',
    color: 'fg',
    bg: 'bg',
    lineHeight: '1.5',
    colorPalette: 'gray',
    fontFeatureSettings: '"cv11", "ss03"',
    scrollPaddingTop: '20',
    overflowWrap: 'break-word',
  },
  // Chakra's reset sets it on every element, so that a box whose words may break could not say so for its content.
  '*': { overflowWrap: 'inherit' },
  'p, h1, h2, h3, h4, h5, h6': { overflowWrap: 'inherit' },
  body: { fontSize: 'sm', overflowX: 'clip' },
  'html:lang(ar) *': { letterSpacing: '0 !important' },
  ':focus-visible': { outlineColor: 'brand.focusRing' },
  '*::placeholder': { color: 'fg.subtle', opacity: 1 },
  '*::selection': { bg: 'brand.emphasized' },
  'dialog::backdrop': { bg: 'bg.backdrop' },
  'html[data-has-modal]': { overflow: 'hidden' },
  '[dir=rtl] [data-mirror]': { transform: 'scaleX(-1)' },
  '.numbers': { fontVariantNumeric: 'tabular-nums' },
  '*, *::before, *::after, *::backdrop': {
    '@media (prefers-reduced-motion: reduce)': {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      // None at all: during a transition of 0.01 ms too, code that measures would read the sizes before the change.
      transitionDuration: '0s !important',
      scrollBehavior: 'auto !important',
    },
  },
});

const keyframes = defineKeyframes({
  spin: { to: { transform: 'rotate(360deg)' } },
  pulse: { '50%': { opacity: 0.5 } },
  fadeIn: { from: { opacity: 0 } },
  fadeSelected: { from: { background: 'var(--c-colors-bg-selected)' } },
  rise: { from: { opacity: 0, translate: '0 8px' } },
  slideUp: { from: { translate: '0 100%' } },
  slideStart: { from: { translate: 'var(--slide-from, -100%) 0' } },
});

/**
 * The theme. In the built app, `scripts/theme.ts` replaces this file by what is needed to resolve styles: its CSS is a
 * file, and the names of its tokens are worked out at build time.
 */
export const themeConfig = defineConfig({
  preflight: true,
  cssVarsPrefix: 'c',
  globalCss,
  theme: {
    breakpoints: { sm: '720px', md: '768px', lg: '1024px', xl: '1280px', '2xl': '1536px' },
    tokens,
    semanticTokens,
    keyframes,
    textStyles,
  },
});
