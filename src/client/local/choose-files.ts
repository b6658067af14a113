import { fileEndings, fileSizeMax } from '../../contract/limits.ts';

/** A file that a user picked, as stored until it is uploaded. */
export interface ChosenFile {
  id: string;
  name: string;
  /** The media type of the file's ending, because the type that a browser reports depends on the device. */
  type: string;
  bytes: ArrayBuffer;
}

/** A file that was not accepted, and why. */
export type RejectedFile = { name: string; why: 'size' | 'type' | 'count' | 'unreadable' };

export interface ChosenFiles {
  taken: ChosenFile[];
  refused: RejectedFile[];
}

/**
 * Reads files that a user picked, at most `freeSlots` of them: PNG, JPG, GIF, WEBP, PDF, DOC and DOCX up to 4 MB. The
 * server checks their contents as well.
 */
export async function chooseFiles(
  files: readonly File[],
  freeSlots: number,
  newId: () => string,
): Promise<ChosenFiles> {
  const choice: ChosenFiles = { taken: [], refused: [] };
  for (const file of files) {
    const type = typeOf(file);
    const why = refusalOf(file, type, freeSlots - choice.taken.length);
    const bytes = why ? null : await file.arrayBuffer().catch(() => null);
    if (type && bytes) choice.taken.push({ id: newId(), name: file.name, type, bytes });
    else choice.refused.push({ name: file.name, why: why ?? 'unreadable' });
  }
  return choice;
}

/** The endings and types that a file dialog offers, as an `accept` attribute. */
export const acceptedFiles: string = Object.entries(fileEndings)
  .flatMap(([type, endings]) => [type, ...endings.map((ending) => `.${ending}`)])
  .join(',');

export const isPicture = (type: string): boolean => type.startsWith('image/');

function refusalOf(file: File, type: string | undefined, freeSlots: number): RejectedFile['why'] | null {
  if (!type) return 'type';
  if (file.size > fileSizeMax) return 'size';
  return freeSlots > 0 ? null : 'count';
}

function typeOf({ name }: File): string | undefined {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase();
  return Object.keys(fileEndings).find((type) => ending && fileEndings[type]!.includes(ending));
}
