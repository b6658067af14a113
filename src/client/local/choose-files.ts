import { fileEndings, fileSizeMax } from '../../contract/limits.ts';

/** A file as the device keeps it until it is sent. */
export interface ChosenFile {
  id: string;
  name: string;
  /** Media type by its ending: what a browser says of a file depends on the device. */
  type: string;
  bytes: ArrayBuffer;
}

/** Why a file was not taken. */
export type Refused = { name: string; why: 'size' | 'type' | 'count' | 'unreadable' };

export interface Choice {
  taken: ChosenFile[];
  refused: Refused[];
}

/**
 * Reads files that a person picked, up to `room` of them: PNG, JPG, GIF, WEBP, PDF, DOC and DOCX of at most 4 MB. The
 * server looks at their contents as well.
 */
export async function chooseFiles(files: readonly File[], room: number, newId: () => string): Promise<Choice> {
  const choice: Choice = { taken: [], refused: [] };
  for (const file of files) {
    const type = typeOf(file);
    const why = refusalOf(file, type, room - choice.taken.length);
    const bytes = why ? null : await file.arrayBuffer().catch(() => null);
    if (type && bytes) choice.taken.push({ id: newId(), name: file.name, type, bytes });
    else choice.refused.push({ name: file.name, why: why ?? 'unreadable' });
  }
  return choice;
}

/** The endings and types a file dialog offers. */
export const acceptedFiles: string = Object.entries(fileEndings)
  .flatMap(([type, endings]) => [type, ...endings.map((ending) => `.${ending}`)])
  .join(',');

export const isPicture = (type: string): boolean => type.startsWith('image/');

function refusalOf(file: File, type: string | undefined, room: number): Refused['why'] | null {
  if (!type) return 'type';
  if (file.size > fileSizeMax) return 'size';
  return room > 0 ? null : 'count';
}

function typeOf({ name }: File): string | undefined {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase();
  return Object.keys(fileEndings).find((type) => ending && fileEndings[type]!.includes(ending));
}
