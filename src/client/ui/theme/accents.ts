import { tint } from './scales.ts';
import { semanticTokens } from './semantic.ts';

/** The values of a theme by the names of their semantic tokens, as CSS variables have them. */
type Colours = Readonly<Record<string, string>>;

/** The colours of an accent in both themes, as `boot.js` applies them; none for the colours of `semantic.ts`. */
export type AccentColours = Partial<Readonly<Record<'light' | 'dark', Colours>>>;

/** The local-storage key of the colours, which `boot.js` reads before the first paint. */
const storageKey = 'cod_accent';

/**
 * Shades of the accents beside the teal of `semantic.ts`, from 50 to 950 without 500. None is red or yellow, the
 * colours of errors and warnings.
 */
const scales: Readonly<Record<string, string>> = {
  green: 'ecfdf5 d1fae5 a7f3d0 6ee7b7 34d399 059669 047857 065f46 064e3b 022c22',
  blue: 'eff6ff dbeafe bfdbfe 93c5fd 60a5fa 2563eb 1d4ed8 1e40af 1e3a8a 172554',
  indigo: 'eef2ff e0e7ff c7d2fe a5b4fc 818cf8 4f46e5 4338ca 3730a3 312e81 1e1b4b',
  violet: 'f5f3ff ede9fe ddd6fe c4b5fd a78bfa 7c3aed 6d28d9 5b21b6 4c1d95 2e1065',
  pink: 'fdf2f8 fce7f3 fbcfe8 f9a8d4 f472b6 db2777 b0185a 9d174d 831843 500724',
  copper: 'fff7ed ffedd5 fed7aa fdba74 fb923c c84a0b a83a0c 8a2f12 6f2912 431407',
  slate: 'f4f6f9 e6ebf2 d2dae5 bcc8d8 94a3b8 475569 3b4a5f 2b384b 1c2738 0b1220',
};

/** Returns the colours of an accent; texts have a contrast of 4.5:1 on them (`tests/screens/accents.test.ts`). */
export function coloursOf(accent: string): AccentColours {
  const shades = scales[accent]?.split(' ').map((hex) => `#${hex}`);
  if (!shades) return {};
  const [s50, s100, s200, s300, s400, s600, s700, s800, s900, s950] = shades as [
    ...[string, string, string, string, string],
    ...[string, string, string, string, string],
  ];
  const fixed = {
    'hero-from': s800,
    'hero-to': s700,
    'hero-fg': s50,
    intro: s900,
    'intro-fg': s100,
    'intro-mark': s300,
  };
  return {
    light: {
      ...fixed,
      ...palette({ contrast: '#ffffff', fg: s700, solid: s700, hover: s800, line: s600 }),
      ...grounds([s50, s100, s200, s200]),
      'bg-selected': s100,
    },
    dark: {
      ...fixed,
      ...palette({ contrast: s950, fg: s300, solid: s400, hover: s300, line: s400 }),
      ...grounds([18, 32, 50, 55].map((percent) => tint(s700, percent))),
      'bg-selected': tint(s700, 45),
    },
  };
}

/** Colours of texts, of what can be pressed, and of dots and focus rings (`line`). */
const palette = ({ line, ...named }: Record<'contrast' | 'fg' | 'solid' | 'hover' | 'line', string>): Colours => ({
  ...Object.fromEntries(Object.entries(named).map(([name, value]) => [`brand-${name}`, value])),
  'brand-dot': line,
  'brand-focus-ring': line,
  'gray-focus-ring': line,
});

const grounds = (values: string[]): Colours =>
  Object.fromEntries(['subtle', 'muted', 'emphasized', 'border'].map((name, at) => [`brand-${name}`, values[at]!]));

/** Returns the colour of the sample in the choice of an accent, the same in both themes. */
export const swatchOf = (accent: string): string =>
  coloursOf(accent).light?.['brand-solid'] ?? semanticTokens.colors.brand.solid.value._light;

/** Shows an accent on this page until another one is shown or the page is left. */
export const showAccent = (accent: string): void => show(coloursOf(accent));

/** Shows the colours again that are those of the shop. */
export const showKeptAccent = (): void => show(kept);

/** Shows an accent and stores it for the next start. */
export function keepAccent(accent: string): void {
  kept = coloursOf(accent);
  try {
    if (kept.light) localStorage.setItem(storageKey, JSON.stringify(kept));
    else localStorage.removeItem(storageKey);
  } catch {
    // It lasts as long as the page.
  }
  show(kept);
}

let kept: AccentColours = {};

function show(detail: AccentColours): void {
  window.dispatchEvent(new CustomEvent('cod-theme', { detail }));
}
