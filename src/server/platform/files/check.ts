import { createHash } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import type { CheckedFile } from '../../../contract/files.ts';
import { fileEndings, fileSizeMax } from '../../../contract/limits.ts';
import { Refusal } from '../refusal.ts';
import { reencode } from './images.ts';

/** `picture`: shown to everybody. `proof`: also a document, for the order's owner. */
export type FileUse = 'picture' | 'proof';

/** A file as somebody sent it: nothing about it is known to be true. */
export interface SentFile {
  name: string;
  /** The media type it was declared as. */
  type: string;
  bytes: Buffer;
}

/**
 * The one check of every file (trust.md, "Uploads"): content, ending and declared type agree and are on the list. An
 * image comes out written anew, without metadata and without whatever followed it. Refuses with FILE_TOO_LARGE and
 * INVALID_FILE_TYPE.
 */
export async function checkFile(sent: SentFile, use: FileUse): Promise<CheckedFile> {
  if (sent.bytes.length > fileSizeMax) throw new Refusal('FILE_TOO_LARGE');
  const type = await typeOf(sent.bytes);
  const kind = type === undefined ? undefined : kinds[type];
  const name = plainName(sent.name);
  if (!type || !kind?.uses.includes(use) || !agrees(kind, name, sent.type)) throw new Refusal('INVALID_FILE_TYPE');
  const bytes = kind.image ? await reencode(sent.bytes, kind.image) : sent.bytes;
  return { name, type, bytes, digest: createHash('sha256').update(sent.bytes).digest('hex') };
}

function agrees(kind: Kind, name: string, type: string): boolean {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return kind.endings.includes(ending) && kind.declared.includes(type.split(';')[0]!.trim().toLowerCase());
}

/** The ending a kept file of a type gets. */
export const endingOf = (type: string): string => kinds[type]!.endings[0]!;

/** Says whether a type is an image, which was written anew and may be shown in a page. */
export const isImage = (type: string): boolean => kinds[type]?.image !== undefined;

interface Kind {
  uses: readonly FileUse[];
  /** The first one is what the file is kept under. */
  endings: readonly string[];
  declared: readonly string[];
  image?: 'png' | 'jpeg' | 'gif' | 'webp';
}

const everywhere: readonly FileUse[] = ['picture', 'proof'];
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** C-08; no SVG and no HTML: they run. */
const kinds: Readonly<Record<string, Kind>> = {
  'image/png': { uses: everywhere, endings: fileEndings['image/png']!, declared: ['image/png'], image: 'png' },
  'image/jpeg': {
    uses: everywhere,
    endings: fileEndings['image/jpeg']!,
    declared: ['image/jpeg', 'image/jpg'],
    image: 'jpeg',
  },
  'image/gif': { uses: everywhere, endings: fileEndings['image/gif']!, declared: ['image/gif'], image: 'gif' },
  'image/webp': { uses: everywhere, endings: fileEndings['image/webp']!, declared: ['image/webp'], image: 'webp' },
  'application/pdf': { uses: ['proof'], endings: fileEndings['application/pdf']!, declared: ['application/pdf'] },
  'application/msword': {
    uses: ['proof'],
    endings: fileEndings['application/msword']!,
    declared: ['application/msword'],
  },
  [docx]: { uses: ['proof'], endings: fileEndings[docx]!, declared: [docx] },
};

/** By content alone. An animated PNG is a PNG; of the old Office files only those with a document inside are told. */
async function typeOf(bytes: Buffer): Promise<string | undefined> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (found?.mime === 'image/apng') return 'image/png';
  if (found?.mime !== 'application/x-cfb') return found?.mime;
  return bytes.includes(wordStream) ? 'application/msword' : undefined;
}

/** The name of the stream that makes a compound file a Word document. */
const wordStream = Buffer.from('WordDocument', 'utf16le');

/** The last part of a path, without signs that cannot be seen or turn the text around, at most 120 characters. */
function plainName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1)!;
  const seen = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();
  return [...seen].slice(-120).join('');
}
