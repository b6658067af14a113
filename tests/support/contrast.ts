/** The contrast of two colours, as WCAG 2 defines it: 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark, light] = [one, other].map(luminanceOf).toSorted((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

/** The relative luminance of WCAG 2. */
function luminanceOf(hex: string): number {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((channel) => (channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
