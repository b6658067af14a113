/**
 * Letters as strokes in a box ten units high, so that a picture is the same on a machine without any font.
 * Each: width, and the path.
 */
const letters: Readonly<Record<string, readonly [width: number, path: string]>> = {
  A: [6, 'M0 10L3 0L6 10M1.2 6.6H4.8'],
  B: [5.8, 'M0 4.6H3.2C6.6 4.6 6.6 10 3.2 10H0V0H3C5.9 0 5.9 4.6 3 4.6'],
  C: [5.8, 'M5.8 2.1C4.8 -.7 0 -.9 0 5C0 10.9 4.8 10.7 5.8 7.9'],
  D: [6, 'M0 0H2C7.4 0 7.4 10 2 10H0Z'],
  E: [5.2, 'M5.2 0H0V10H5.2M0 4.9H4.4'],
  F: [5.2, 'M5.2 0H0V10M0 4.9H4.4'],
  G: [6, 'M5.8 2.1C4.8 -.7 0 -.9 0 5C0 11 6 11 6 6.4V5.4H3.4'],
  H: [6, 'M0 0V10M6 0V10M0 4.9H6'],
  I: [0, 'M0 0V10'],
  J: [4.4, 'M4.4 0V7C4.4 11 0 11 0 7.6'],
  K: [5.8, 'M0 0V10M5.6 0L0 6M2 4L5.8 10'],
  L: [5, 'M0 0V10H5'],
  M: [7, 'M0 10V0L3.5 6L7 0V10'],
  N: [6, 'M0 10V0L6 10V0'],
  O: [6.6, 'M3.3 0C-1.1 0 -1.1 10 3.3 10C7.7 10 7.7 0 3.3 0Z'],
  P: [5.7, 'M0 10V0H3C6.6 0 6.6 5.6 3 5.6H0'],
  Q: [6.6, 'M3.3 0C-1.1 0 -1.1 10 3.3 10C7.7 10 7.7 0 3.3 0ZM4 7.2L6.6 10.4'],
  R: [5.7, 'M0 10V0H3C6.6 0 6.6 5.6 3 5.6H0M2.8 5.6L5.6 10'],
  S: [5.4, 'M5.2 1.7C4.4 -.6 .3 -.4 .3 2.5C.3 5.9 5.4 4.1 5.4 7.4C5.4 10.5 .8 10.8 0 8.1'],
  T: [6, 'M0 0H6M3 0V10'],
  U: [6, 'M0 0V6.6C0 11.2 6 11.2 6 6.6V0'],
  V: [6, 'M0 0L3 10L6 0'],
  W: [8.4, 'M0 0L2 10L4.2 2.5L6.4 10L8.4 0'],
  X: [6, 'M0 0L6 10M6 0L0 10'],
  Y: [6, 'M0 0L3 5L6 0M3 5V10'],
  Z: [5.8, 'M0 0H5.6L0 10H5.8'],
  '0': [5.6, 'M2.8 0C-.9 0 -.9 10 2.8 10C6.5 10 6.5 0 2.8 0Z'],
  '1': [2.2, 'M0 2L2.2 0V10'],
  '2': [5.4, 'M.2 2.6C.2 -.9 5.2 -.8 5.2 2.7C5.2 5 2 6.6 0 10H5.4'],
  '3': [5.4, 'M.2 1.6C1.4 -.8 5.2 -.4 5 2.4C4.9 4.2 3.4 4.6 2 4.6C3.8 4.6 5.4 5.4 5.4 7.2C5.4 10.6 1 10.8 0 8.3'],
  '4': [5.4, 'M4 10V0L0 7H5.4'],
  '5': [5.4, 'M4.9 0H.9L.4 4.6C2.4 3.2 5.4 4 5.4 6.9C5.4 10.5 1 10.8 0 8.3'],
  '6': [5.6, 'M4.8 .9C2.6 -.8 0 2 0 6.4C0 11.2 5.6 11 5.6 6.9C5.6 3.2 1 3 .1 6.4'],
  '7': [5.4, 'M0 0H5.4L1.8 10'],
  '8': [5.4, 'M2.7 0C-.4 0 -.4 4.6 2.7 4.6C5.8 4.6 5.8 0 2.7 0ZM2.7 4.6C-1 4.6 -1 10 2.7 10C6.4 10 6.4 4.6 2.7 4.6Z'],
  '9': [5.6, 'M.8 9.1C3 10.8 5.6 8 5.6 3.6C5.6 -1.2 0 -1 0 3.1C0 6.8 4.6 7 5.5 3.6'],
  '+': [5, 'M0 5H5M2.5 2.5V7.5'],
};

const gap = 2.2;

/** One to three signs (A–Z, 0–9, +) as an SVG group, centred on a point; `height` in pixels. */
export function drawLetters(text: string, at: { x: number; y: number; height: number }, colour: string): string {
  const signs = [...text].map((sign) => letters[sign] ?? letters['+']!);
  const width = signs.reduce((sum, [one]) => sum + one, gap * (signs.length - 1));
  const scale = at.height / 10;
  let left = 0;
  const paths = signs.map(([one, path]) => {
    const placed = `<path transform="translate(${round(left)} 0)" d="${path}"/>`;
    left += one + gap;
    return placed;
  });
  const place = `translate(${round(at.x - (width * scale) / 2)} ${round(at.y - at.height / 2)}) scale(${round(scale)})`;
  return `<g transform="${place}" fill="none" stroke="${colour}" stroke-width="1.35" stroke-linecap="round" stroke-linejoin="round">${paths.join('')}</g>`;
}

const round = (value: number): number => Math.round(value * 100) / 100;
