import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { FileStore } from '../platform/files/file-store.ts';
import { pictureStyleOf } from './categories.ts';
import { demoData } from './data.ts';
import type { DemoProduct } from './product-data.ts';
import { createRandom, type Random } from './random.ts';

const width = 480;
const height = 360;

/** How many pictures are drawn at the same time. */
const concurrency = 4;

/** Draws a picture for each product, stores it and returns its path on this server. */
export async function makePictures(
  products: readonly DemoProduct[],
  files: FileStore,
): Promise<Map<DemoProduct, string>> {
  const paths = new Map<DemoProduct, string>();
  // The workers share one iterator: each takes the next product.
  const remaining = products.values();
  const drawRemaining = async (): Promise<void> => {
    for (const product of remaining) {
      const bytes = await drawPicture(product);
      const name = `catalog/${createHash('sha256').update(bytes).digest('hex').slice(0, 24)}.webp`;
      await files.put(name, bytes, 'image/webp');
      paths.set(product, `/files/${name}`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, drawRemaining));
  return paths;
}

/** Draws a WebP of 480 × 360 that is always the same for the same product. */
async function drawPicture(product: DemoProduct): Promise<Buffer> {
  return sharp(Buffer.from(compose(product)))
    .webp({ quality: 82, effort: 2 })
    .toBuffer();
}

/** Composes the SVG: the background in the category's colours, the motif and the product's label. */
function compose(product: DemoProduct): string {
  const random = createRandom(`picture ${product.title}`);
  const style = pictureStyleOf(product.categories[0]!);
  const hue = (style.hue + random.int(-16, 16) + 360) % 360;
  const colours = { paper: hsl(hue, 40, 97), soft: hsl(hue, 52, 80), line: hsl(hue, 58, 34) };
  const { svg, label: place } = demoData.motifs[style.motif]!;
  const motif = svg
    .join('')
    .replaceAll('{paper}', colours.paper)
    .replaceAll('{soft}', colours.soft)
    .replaceAll('{line}', colours.line);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    ${background(hue, random)}
    <ellipse cx="240" cy="306" rx="132" ry="10" fill="${hsl(hue, 60, 18)}" opacity=".18"/>
    ${motif}
    ${drawLabel(product.label, place, place.onPaper ? colours.line : colours.paper)}
  </svg>`;
}

function background(hue: number, random: Random): string {
  const shift = random.pick([18, 32, -24, 40]);
  const [x, y] = [random.int(40, 440), random.int(-20, 90)];
  const other = (hue + shift + 360) % 360;
  return `<defs><linearGradient id="g" gradientTransform="rotate(${random.int(20, 70)} .5 .5)">
      <stop offset="0" stop-color="${hsl(hue, 48, 58)}"/><stop offset="1" stop-color="${hsl(other, 54, 38)}"/>
    </linearGradient></defs>
    <rect width="${width}" height="${height}" fill="url(#g)"/>
    <circle cx="${x}" cy="${y}" r="${random.int(120, 190)}" fill="#fff" opacity=".10"/>
    <circle cx="${width - x}" cy="${height - y / 2}" r="${random.int(90, 150)}" fill="#fff" opacity=".07"/>`;
}

/** The space between two characters of a label, in the units of their shapes. */
const gap = 2.2;

/** The height of the characters, in the same units. */
const shapeHeight = 10;

/** Draws one to three characters as an SVG group, centred on a point; `height` in pixels. */
export function drawLabel(text: string, at: { x: number; y: number; height: number }, colour: string): string {
  const shapes = demoData['letter-shapes'];
  const characters = [...text].map((character) => shapes[character] ?? shapes['+']!);
  const total = characters.reduce((sum, shape) => sum + shape.width, gap * (characters.length - 1));
  const scale = at.height / shapeHeight;
  let left = 0;
  const paths = characters.map((shape) => {
    const path = `<path transform="translate(${round(left)} 0)" d="${shape.path}"/>`;
    left += shape.width + gap;
    return path;
  });
  const place = `translate(${round(at.x - (total * scale) / 2)} ${round(at.y - at.height / 2)}) scale(${round(scale)})`;
  return `<g transform="${place}" fill="none" stroke="${colour}" stroke-width="1.35" stroke-linecap="round" stroke-linejoin="round">${paths.join('')}</g>`;
}

const round = (value: number): number => Math.round(value * 100) / 100;

const hsl = (hue: number, saturation: number, lightness: number): string => `hsl(${hue},${saturation}%,${lightness}%)`;
