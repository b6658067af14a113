import { createHash } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import type { CheckedFile } from '../../../contract/files.ts';
import { fileEndings, fileSizeMax } from '../../../contract/limits.ts';
import { Refusal } from '../base/refusal.ts';
import { reencode } from './images.ts';

/**
 * `picture`: of the catalogue, for all visitors. `proof`: a delivery proof or an attachment; documents are allowed,
 * too.
 */
export type FileUse = 'picture' | 'proof';

/** An uploaded file whose properties are not checked yet. */
export interface SentFile {
  name: string;
  /** The declared media type. */
  type: string;
  bytes: Buffer;
}

/**
 * The one check of every upload (OF-33): content, extension and declared type agree and are allowed. An image is
 * encoded again, without metadata and without bytes that follow it. Throws FILE_TOO_LARGE and INVALID_FILE_TYPE.
 */
export async function checkFile(sent: SentFile, use: FileUse): Promise<CheckedFile> {
  if (sent.bytes.length > fileSizeMax) throw new Refusal('FILE_TOO_LARGE');
  const type = await typeOf(sent.bytes);
  const kind = type === undefined ? undefined : kinds[type];
  const name = plainName(sent.name);
  if (!type || !kind?.uses.includes(use) || !isConsistent(kind, name, sent.type))
    throw new Refusal('INVALID_FILE_TYPE');
  const bytes = kind.image ? await reencode(sent.bytes, kind.image) : sent.bytes;
  return { name, type, bytes, digest: createHash('sha256').update(sent.bytes).digest('hex') };
}

/** Makes a checked image smaller, to at most `side` pixels wide and high. */
export async function shrink(file: CheckedFile, side: number): Promise<CheckedFile> {
  const { image } = kinds[file.type]!;
  if (!image) throw new Refusal('INVALID_FILE_TYPE');
  return { ...file, bytes: await reencode(Buffer.from(file.bytes), image, side) };
}

function isConsistent(kind: FileKind, name: string, type: string): boolean {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return kind.endings.includes(ending) && kind.declared.includes(type.split(';')[0]!.trim().toLowerCase());
}

/** The extension under which files of a type are stored. */
export const endingOf = (type: string): string => kinds[type]!.endings[0]!;

/** Returns whether a type is an image, which was encoded again and may be shown in a page. */
export const isImage = (type: string): boolean => kinds[type]?.image !== undefined;

interface FileKind {
  uses: readonly FileUse[];
  /** The first one is used for the stored file. */
  endings: readonly string[];
  /** The media types that the upload may declare. */
  declared: readonly string[];
  image?: 'png' | 'jpeg' | 'gif' | 'webp';
}

const everywhere: readonly FileUse[] = ['picture', 'proof'];
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** C-08; SVG and HTML are not allowed, since they can contain scripts. */
const kinds: Readonly<Record<string, FileKind>> = {
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

/**
 * The media type, by content only. An animated PNG is a PNG; of the old Office files only Word documents are
 * recognised.
 */
async function typeOf(bytes: Buffer): Promise<string | undefined> {
  const detected = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (detected?.mime === 'image/apng') return 'image/png';
  if (detected?.mime !== 'application/x-cfb') return detected?.mime;
  return bytes.includes(wordStream) ? 'application/msword' : undefined;
}

/** The name of the stream that makes a compound file a Word document. */
const wordStream = Buffer.from('WordDocument', 'utf16le');

/**
 * The last part of a path, without invisible characters and those that change the direction of text, at most 120
 * characters.
 */
function plainName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1)!;
  const visible = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();
  return [...visible].slice(-120).join('');
}
