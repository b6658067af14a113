import { defineGlobalStyles } from '@chakra-ui/react/styled-system';

export const globalCss = defineGlobalStyles({
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
