// Draws the icons of the installed app from public/icons/icon.svg. Run after a change of the logo.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { home } from './stamp.mjs';

const teal = '#0f766e';
const folder = join(home, 'public/icons');
const logo = readFileSync(join(folder, 'icon.svg'), 'utf8');
const fullBleed = logo.replace(/ rx="\d+"/, '');

await draw(logo, 'icon-192.png', 192);
await draw(logo, 'icon-512.png', 512);
await draw(fullBleed, 'apple-touch-icon.png', 180);
// A launcher may cut away all but the middle 80 % of a maskable icon.
await draw(
  fullBleed.replace('<g ', '<g transform="translate(256 256) scale(0.8) translate(-256 -256)" '),
  'maskable-512.png',
  512,
  teal,
);

async function draw(svg, name, size, background) {
  const image = sharp(Buffer.from(svg), { density: 300 }).resize(size, size);
  if (background) image.flatten({ background });
  await image.png({ compressionLevel: 9, palette: true }).toFile(join(folder, name));
}
