import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { FileStore } from '../platform/files/file-store.ts';
import { drawLabel } from './pictures.ts';
import { createRandom } from './random.ts';

/** A drawn slip of a transfer, as the row of a file needs it. */
export interface Slip {
  /** The name in the file store. */
  stored: string;
  size: number;
  /** SHA-256, hex. */
  digest: string;
}

const [width, height] = [480, 640];

/** What is written on the slips; the last request sends the first one again. */
const numbers = ['TN48213', 'LY77150', 'TN49902', 'LY80036'];

/** Draws the slips, which are always the same, and stores them. */
export const makeSlips = (files: FileStore): Promise<Slip[]> =>
  Promise.all(
    numbers.map(async (number) => {
      const bytes = await sharp(Buffer.from(compose(number)))
        .webp({ quality: 82, effort: 2 })
        .toBuffer();
      const digest = createHash('sha256').update(bytes).digest('hex');
      const stored = `proofs/${createRandom(`slip ${number}`).uuid(0)}.webp`;
      await files.put(stored, bytes, 'image/webp');
      return { stored, size: bytes.length, digest };
    }),
  );

/** Composes the SVG: a sheet of paper with the bank's field, lines as if written, and the number of the transfer. */
function compose(number: string): string {
  const random = createRandom(`slip ${number}`);
  const hue = random.int(140, 240);
  const lines = Array.from({ length: 7 }, (_, index) => {
    const y = 190 + index * 46;
    return `<rect x="60" y="${y}" width="${random.int(70, 130)}" height="10" rx="5" fill="#b9c2c0"/>
      <rect x="220" y="${y}" width="${random.int(90, 200)}" height="10" rx="5" fill="#6c7775"/>`;
  });
  const ink = '#26302e';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <rect width="${width}" height="${height}" fill="#cfd6d4"/>
    <g transform="rotate(${random.int(-2, 2)} 240 320)">
      <rect x="32" y="32" width="416" height="576" rx="6" fill="#fdfdfb"/>
      <rect x="32" y="32" width="416" height="84" rx="6" fill="hsl(${hue},45%,36%)"/>
      ${drawLabel('BANK', { x: 240, y: 74, height: 30 }, '#ffffff')}
      ${lines.join('')}
      ${drawLabel(number, { x: 240, y: 545, height: 28 }, ink)}
    </g>
  </svg>`;
}
