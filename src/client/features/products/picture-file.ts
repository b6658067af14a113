import { fileEndings } from '../../../contract/limits.ts';
import { uuidv7 } from '../../../contract/uuid.ts';
import { chooseFiles, isPicture, type ChosenFile, type RejectedFile } from '../../local/choose-files.ts';
import { makeSmaller } from '../../local/make-smaller.ts';

/** The endings and types of pictures, as an `accept` attribute. */
export const acceptedPictures: string = Object.entries(fileEndings)
  .filter(([type]) => isPicture(type))
  .flatMap(([type, endings]) => [type, ...endings.map((ending) => `.${ending}`)])
  .join(',');

/** The longer side of an uploaded picture, in pixels. */
const longestSide = 1_600;

/** A picture that this device can draw. */
export interface ReadPicture {
  file: File;
  bitmap: ImageBitmap;
  /** Shows the picture until it is closed. */
  url: string;
}

/** A part of a picture, in its pixels. */
interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

type Chosen = ChosenFile | Pick<RejectedFile, 'name' | 'why'>;

/** Reads a picture to be cropped; null for an animation, of which a canvas keeps one frame, and for what cannot be read. */
export async function readPicture(file: File): Promise<ReadPicture | null> {
  if (!['image/png', 'image/jpeg', 'image/webp'].includes(file.type) || typeof createImageBitmap !== 'function')
    return null;
  const bitmap = await createImageBitmap(file).catch(() => null);
  return bitmap && { file, bitmap, url: URL.createObjectURL(file) };
}

/** Frees the memory of a picture. */
export function closePicture({ bitmap, url }: ReadPicture): void {
  bitmap.close();
  URL.revokeObjectURL(url);
}

/** Returns a picture of up to 4 MB as it is; a larger one is made smaller where the browser can read it (S2G-08). */
export async function encodeFile(file: File): Promise<Chosen> {
  const { taken, large, refused } = await chooseFiles([file], 1, uuidv7);
  const picture = large[0] ? await makeSmaller(large[0]) : taken[0];
  if (picture && 'why' in picture) return picture;
  if (!picture) return refused[0] ?? { name: file.name, why: 'unreadable' };
  return isPicture(picture.type) ? picture : { name: file.name, why: 'type' };
}

/** Returns the whole picture, made smaller where it is larger than any screen needs; a small one stays as it is. */
export async function encodeWhole(picture: ReadPicture): Promise<Chosen> {
  const { file, bitmap } = picture;
  if (Math.max(bitmap.width, bitmap.height) <= longestSide) return encodeFile(file);
  const { width, height } = bitmap;
  const smaller = await draw(picture, { x: 0, y: 0, width, height });
  return encodeFile(smaller && smaller.size < file.size ? smaller : file);
}

/** Returns a part of the picture, encoded again on this device (S2G-11). */
export async function encodePart(picture: ReadPicture, part: Part): Promise<Chosen> {
  const cropped = await draw(picture, part);
  return cropped ? encodeFile(cropped) : { name: picture.file.name, why: 'unreadable' };
}

/** The size of a drawn part: its longer side is at most `longestSide`. */
function drawnSize({ width, height }: Pick<Part, 'width' | 'height'>): { width: number; height: number } {
  const scale = Math.min(1, longestSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Draws a part of a picture as WebP, or as JPEG where the browser writes no WebP; null when it cannot be drawn. */
async function draw({ file, bitmap }: ReadPicture, part: Part): Promise<File | null> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, drawnSize(part));
  const context = canvas.getContext('2d');
  if (!context) return null;
  const paint = () =>
    context.drawImage(bitmap, part.x, part.y, part.width, part.height, 0, 0, canvas.width, canvas.height);
  paint();
  const webp = await encode(canvas, 'image/webp');
  if (webp?.type === 'image/webp') return named(file, webp, 'webp');
  // JPEG has no transparency: a transparent background would become black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  paint();
  const jpeg = await encode(canvas, 'image/jpeg');
  return jpeg && named(file, jpeg, 'jpg');
}

const encode = (canvas: HTMLCanvasElement, type: string): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, 0.86));

const named = ({ name }: File, blob: Blob, ending: string): File =>
  new File([blob], `${name.replace(/\.[^.]*$/, '')}.${ending}`, { type: blob.type });
