const shades = ['50', '100', '200', '300', '400', '500', '600', '700', '800', '900', '950'] as const;

/** A colour scale of eleven hex values, lightest first. */
const scale = (values: string) => values.split(' ').map((hex) => `#${hex}`);

const scales = {
  brand: scale('f0fdfa d5f5ef a7e8de 6cd5c6 36b9aa 179b8e 0d8177 0f766e 115e59 134e4a 062d2b'),
  gray: scale('f7f9f9 eff2f2 e2e7e7 cdd4d4 98a3a3 687373 515c5c 3b4545 262e2e 181e1e 0e1313'),
  green: scale('f0fdf4 dcfce7 bbf7d0 86efac 4ade80 22a652 16803c 166e37 14532d 123f25 052e16'),
  amber: scale('fffbeb fef3c7 fde68a fcd34d fbbf24 d48806 a85b07 92500e 78400f 5b3210 35190a'),
  red: scale('fef2f2 fee2e2 fecaca fca5a5 f87171 e5484d cf2f35 b3252b 8f1d22 6a1a1e 3b0b0e'),
  violet: scale('f5f3ff ede9fe ddd6fe c4b5fd a78bfa 8b5cf6 7440e0 6430c4 52289f 432280 241047'),
  blue: scale('eff6ff dbeafe bfdbfe 93c5fd 60a5fa 3b82f6 2563eb 1d4fc4 1e409f 1b3272 111d42'),
};

export type Scale = keyof typeof scales;
export type Shade = (typeof shades)[number];

/**
 * Returns a shade as hex. Shades are not Chakra tokens: pages use semantic tokens only (`semantic.ts`), and 80 more
 * tokens would slow down the start of the app.
 */
export const shadeOf = (name: Scale, shade: Shade): string => scales[name][shades.indexOf(shade)]!;

/** Mixes a percentage of a colour into the dark theme's darkest grey. */
export function tint(hex: string, percent: number): string {
  const [colour, ground] = [channelsOf(hex), channelsOf(shadeOf('gray', '950'))];
  const mixed = colour.map((channel, at) => Math.round((channel * percent + ground[at]! * (100 - percent)) / 100));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

const channelsOf = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
