import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { createSystem, defineConfig, defineKeyframes, defineTextStyles } from '@chakra-ui/react/styled-system';
import type { SystemContext } from '@chakra-ui/react/styled-system';
import { globalCss } from './global-css.ts';
import { recipes } from './recipes.ts';
import { semanticTokens } from './semantic.ts';
import { tokens } from './tokens.ts';

const textStyle = (fontSize: string, lineHeight: string) => ({ value: { fontSize, lineHeight } });

const textStyles = defineTextStyles({
  '2xs': textStyle('2xs', '0.875rem'),
  xs: textStyle('xs', '1rem'),
  sm: textStyle('sm', '1.25rem'),
  md: textStyle('md', '1.5rem'),
  lg: textStyle('lg', '1.625rem'),
  xl: textStyle('xl', '1.75rem'),
  '2xl': textStyle('2xl', '2rem'),
  '3xl': textStyle('3xl', '2.25rem'),
  label: { value: { fontSize: 'sm', lineHeight: '1.25rem', fontWeight: 'medium' } },
});

const keyframes = defineKeyframes({
  spin: { to: { transform: 'rotate(360deg)' } },
  pulse: { '50%': { opacity: 0.5 } },
  fadeIn: { from: { opacity: 0 } },
  rise: { from: { opacity: 0, translate: '0 8px' } },
  slideUp: { from: { translate: '0 100%' } },
  slideStart: { from: { translate: 'var(--slide-from, -100%) 0' } },
});

const config = defineConfig({
  preflight: true,
  cssVarsPrefix: 'c',
  globalCss,
  theme: {
    breakpoints: { sm: '640px', md: '768px', lg: '1024px', xl: '1280px', '2xl': '1536px' },
    tokens,
    semanticTokens,
    keyframes,
    textStyles,
    recipes,
  },
});

let system: SystemContext | undefined;

/**
 * Returns Comptoir's Chakra system, with only the recipes and tokens in use, because it loads before the login page.
 * The first call creates it, which takes as long as loading the rest of that page's code.
 */
export const getSystem = (): SystemContext => (system ??= createSystem(defaultBaseConfig, config));
