import { fileEndings } from '../../../contract/limits.ts';
import { uuidv7 } from '../../../contract/uuid.ts';
import { chooseFiles, isPicture, type ChosenFile, type RejectedFile } from '../../local/choose-files.ts';

/** The endings and types of pictures, as an `accept` attribute. */
export const acceptedPictures: string = Object.entries(fileEndings)
  .filter(([type]) => isPicture(type))
  .flatMap(([type, endings]) => [type, ...endings.map((ending) => `.${ending}`)])
  .join(',');

/** The longer side of an uploaded picture, in pixels. */
const longestSide = 1_600;

/** Reads a picture that an admin has chosen, made smaller where it is larger than any screen needs (S2G-08). */
export async function choosePicture(file: File): Promise<ChosenFile | Pick<RejectedFile, 'name' | 'why'>> {
  const { taken, refused } = await chooseFiles([await shrink(file)], 1, uuidv7);
  const [picture] = taken;
  if (!picture) return refused[0] ?? { name: file.name, why: 'unreadable' };
  return isPicture(picture.type) ? picture : { name: file.name, why: 'type' };
}

/** Returns the picture in pixels that fit, or the file itself: a small one, an animation, or one that cannot be read. */
async function shrink(file: File): Promise<File> {
  // A canvas would keep only the first frame of an animation.
  if (!['image/png', 'image/jpeg', 'image/webp'].includes(file.type) || typeof createImageBitmap !== 'function')
    return file;
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return file;
  const scale = longestSide / Math.max(bitmap.width, bitmap.height);
  const smaller = scale < 1 ? await drawn(bitmap, scale, file.type) : null;
  bitmap.close();
  return smaller && smaller.type === file.type && smaller.size < file.size
    ? new File([smaller], file.name, { type: file.type })
    : file;
}

function drawn(bitmap: ImageBitmap, scale: number, type: string): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, type, 0.85));
}
