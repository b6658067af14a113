import { fileEndings, fileSizeMax } from '../../contract/limits.ts';
import { readPictureHeader } from './picture-header.ts';

/** A file that a user picked, as stored until it is uploaded. */
export interface ChosenFile {
  id: string;
  name: string;
  /** The media type of the file's ending, because the type that a browser reports depends on the device. */
  type: string;
  bytes: ArrayBuffer;
}

/** A picture that is made smaller before it is stored. */
export interface LargePicture {
  id: string;
  file: File;
  type: string;
}

/** A file that was not accepted, and why. */
export type RejectedFile = { name: string; why: 'size' | 'pixels' | 'type' | 'count' | 'unreadable' };

export interface ChosenFiles {
  taken: ChosenFile[];
  large: LargePicture[];
  refused: RejectedFile[];
}

/** Pixels of the longer side of a sent picture; the server stores no more. */
export const sideMax = 2_560;
/** A picture of more pixels is not decoded: they take four bytes each of the device's memory. */
const pixelsMax = 80_000_000;
/** A larger file is not read. */
const readableMax = 64 * 1_048_576;

/**
 * Reads files that a user picked, at most `freeSlots` of them: PNG, JPG, GIF, WEBP, PDF, DOC and DOCX up to 4 MB. The
 * server checks their contents as well. Larger pictures, and those of cameras that the server does not accept (HEIC),
 * are returned as `large`, for `makeSmaller`. With `keepsBytes`, a picture up to 4 MB is not changed, even
 * if it has many pixels: the server compares the bytes of slips, and a smaller picture has other bytes on each device.
 */
export async function chooseFiles(
  files: readonly File[],
  freeSlots: number,
  newId: () => string,
  keepsBytes = false,
): Promise<ChosenFiles> {
  const choice: ChosenFiles = { taken: [], large: [], refused: [] };
  for (const file of files) {
    const hasSlot = choice.taken.length + choice.large.length < freeSlots;
    const type = typeOf(file);
    const verdict = type ? await verdictOn(file, type, { hasSlot, keepsBytes }) : 'type';
    const bytes = verdict === 'take' ? await file.arrayBuffer().catch(() => null) : null;
    if (type && bytes) choice.taken.push({ id: newId(), name: file.name, type, bytes });
    else if (type && verdict === 'shrink') choice.large.push({ id: newId(), file, type });
    else choice.refused.push({ name: file.name, why: whyOf(verdict) });
  }
  return choice;
}

/** The endings and types that a file dialog offers, as an `accept` attribute. */
export const acceptedFiles: string = Object.entries(fileEndings)
  .flatMap(([type, endings]) => [type, ...endings.map((ending) => `.${ending}`)])
  .join(',');

export const isPicture = (type: string): boolean => type.startsWith('image/');

type Verdict = 'take' | 'shrink' | RejectedFile['why'];

const whyOf = (verdict: Verdict): RejectedFile['why'] =>
  verdict === 'take' || verdict === 'shrink' ? 'unreadable' : verdict;

async function verdictOn(
  file: File,
  type: string,
  { hasSlot, keepsBytes }: { hasSlot: boolean; keepsBytes: boolean },
): Promise<Verdict> {
  const isKept = keepsBytes && type !== heic && file.size <= fileSizeMax;
  const verdict = !isKept && isShrinkable(type) ? await verdictOnPicture(file, type) : verdictOnSize(file);
  if (!hasSlot && (verdict === 'take' || verdict === 'shrink')) return 'count';
  return verdict === 'take' && type === heic ? 'type' : verdict;
}

const verdictOnSize = ({ size }: File): Verdict => (size > fileSizeMax ? 'size' : 'take');

async function verdictOnPicture(file: File, type: string): Promise<Verdict> {
  if (file.size > readableMax) return 'size';
  if (type === heic) return 'shrink';
  const start = await file
    .slice(0, fileSizeMax)
    .arrayBuffer()
    .catch(() => null);
  const header = start && readPictureHeader(start);
  if (!header || header.isAnimated) return verdictOnSize(file);
  if (header.width * header.height > pixelsMax) return 'pixels';
  return Math.max(header.width, header.height) > sideMax || file.size > fileSizeMax ? 'shrink' : 'take';
}

/** Whether pictures of this type can be made smaller here. */
const isShrinkable = (type: string): boolean => shrinkable.has(type) && canMakeSmaller();

/** Whether this browser can make pictures smaller. */
const canMakeSmaller = (): boolean => typeof Worker === 'function' && typeof OffscreenCanvas === 'function';

const heic = 'image/heic';
/** Not GIF: a canvas would keep one frame of an animation. */
const shrinkable: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp', heic]);

function typeOf({ name }: File): string | undefined {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if (ending === 'heic' || ending === 'heif') return heic;
  return Object.keys(fileEndings).find((type) => fileEndings[type]!.includes(ending));
}
