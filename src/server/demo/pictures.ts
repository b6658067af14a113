import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { FileHome } from '../platform/files/home.ts';
import { shelfOf } from './categories.ts';
import type { DemoProduct } from './demo-product.ts';
import { drawLetters } from './picture-letters.ts';
import { motifs } from './picture-motifs.ts';
import { createRandom, type Random } from './random.ts';

const width = 480;
const height = 360;

/** Pictures that are drawn side by side. */
const together = 4;

/** Draws a picture for each product, keeps it in the file home and tells its path on this host. */
export async function makePictures(
  products: readonly DemoProduct[],
  files: FileHome,
): Promise<Map<DemoProduct, string>> {
  const paths = new Map<DemoProduct, string>();
  const waiting = products.values();
  const work = async (): Promise<void> => {
    for (const product of waiting) {
      const bytes = await drawPicture(product);
      const name = `catalog/${createHash('sha256').update(bytes).digest('hex').slice(0, 24)}.webp`;
      await files.put(name, bytes, 'image/webp');
      paths.set(product, `/files/${name}`);
    }
  };
  await Promise.all(Array.from({ length: together }, work));
  return paths;
}

/** One picture as WebP, 480 × 360: always the same for the same product. */
async function drawPicture(product: DemoProduct): Promise<Buffer> {
  return sharp(Buffer.from(compose(product)))
    .webp({ quality: 82, effort: 2 })
    .toBuffer();
}

/** The colours of the shelf, light from a corner, the thing itself, and the product's letters on it. */
function compose(product: DemoProduct): string {
  const random = createRandom(`picture ${product.title}`);
  const { hue: shelf, motif } = shelfOf(product.in[0]!);
  const hue = (shelf + random.int(-16, 16) + 360) % 360;
  const inks = { paper: hsl(hue, 40, 97), soft: hsl(hue, 52, 80), line: hsl(hue, 58, 34) };
  const drawing = motifs[motif](inks);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    ${backdrop(hue, random)}
    <ellipse cx="240" cy="306" rx="132" ry="10" fill="${hsl(hue, 60, 18)}" opacity=".18"/>
    ${drawing.svg}
    ${drawLetters(product.mark, drawing.letters, drawing.letters.onPaper ? inks.line : inks.paper)}
  </svg>`;
}

function backdrop(hue: number, random: Random): string {
  const turn = random.pick([18, 32, -24, 40]);
  const [x, y] = [random.int(40, 440), random.int(-20, 90)];
  const other = (hue + turn + 360) % 360;
  return `<defs><linearGradient id="g" gradientTransform="rotate(${random.int(20, 70)} .5 .5)">
      <stop offset="0" stop-color="${hsl(hue, 48, 58)}"/><stop offset="1" stop-color="${hsl(other, 54, 38)}"/>
    </linearGradient></defs>
    <rect width="${width}" height="${height}" fill="url(#g)"/>
    <circle cx="${x}" cy="${y}" r="${random.int(120, 190)}" fill="#fff" opacity=".10"/>
    <circle cx="${width - x}" cy="${height - y / 2}" r="${random.int(90, 150)}" fill="#fff" opacity=".07"/>`;
}

const hsl = (hue: number, saturation: number, lightness: number): string => `hsl(${hue},${saturation}%,${lightness}%)`;
