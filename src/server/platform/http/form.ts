import multipart, { type MultipartFile, type MultipartValue } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CheckedFile } from '../../../contract/files.ts';
import { attachmentsMax, fileSizeMax, topupFilesMax } from '../../../contract/limits.ts';
import { checkFile, type FileUse, type SentFile } from '../files/check.ts';
import { Refusal } from '../base/refusal.ts';

/** The parts of a form that are files: their use, and how many of them a form may have (a list when more than one). */
const fileParts: Readonly<Record<string, { use: FileUse; max: number }>> = {
  image: { use: 'picture', max: 1 },
  file: { use: 'proof', max: 1 },
  attachments: { use: 'proof', max: attachmentsMax },
  slips: { use: 'proof', max: topupFilesMax },
};
const maxOf = (part: string): number => (Object.hasOwn(fileParts, part) ? fileParts[part]!.max : 1);

/** Accepts forms; `readForm` reads them after the user was authorised, never before. */
export async function acceptForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: {
      fileSize: fileSizeMax,
      files: attachmentsMax,
      fields: 120,
      parts: 125,
      fieldSize: 262_144,
      fieldNameSize: 100,
    },
  });
}

/**
 * The fields of a form as text, `name[]` as a list, and its files with checked content. Throws FILE_TOO_LARGE while the
 * form is still arriving, INVALID_FILE_TYPE, REQUEST_TOO_LARGE, INVALID_FIELDS for a file in an unknown part, and
 * INVALID_REQUEST for a body that is not a form.
 */
export async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  const { fields, files } = await partsOf(request);
  for (const file of files) {
    const content = await checkPart(file);
    const known = fields.get(file.part);
    fields.set(file.part, maxOf(file.part) > 1 ? [...(Array.isArray(known) ? known : []), content] : content);
  }
  return Object.fromEntries(fields);
}

interface Part extends SentFile {
  part: string;
}

interface Parts {
  fields: Map<string, unknown>;
  /** The files, all from parts of the same name. */
  files: Part[];
}

async function partsOf(request: FastifyRequest): Promise<Parts> {
  const parts: Parts = { fields: new Map(), files: [] };
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') await addFile(parts, part);
      else addField(parts.fields, part);
    }
  } catch (error) {
    throw toRefusal(error);
  }
  return parts;
}

async function addFile(parts: Parts, sent: MultipartFile): Promise<void> {
  const name = sent.fieldname.replace(/\[\]$/, '');
  const isAllowed = parts.files.length < maxOf(name) && parts.files.every(({ part }) => part === name);
  if (!isAllowed) throw new Refusal('REQUEST_TOO_LARGE');
  const bytes = await sent.toBuffer();
  if (sent.file.truncated) throw new Refusal('FILE_TOO_LARGE');
  // Browsers send an empty file field as a part without a name.
  if (!sent.filename && bytes.length === 0) return;
  parts.files.push({ part: name, name: sent.filename ?? '', type: sent.mimetype, bytes });
}

function addField(fields: Map<string, unknown>, field: MultipartValue): void {
  const { fieldname: name, value } = field;
  if (field.valueTruncated || field.fieldnameTruncated) throw new Refusal('REQUEST_TOO_LARGE');
  if (!name.endsWith('[]')) return void fields.set(name, value);
  const list = name.slice(0, -2);
  const known = fields.get(list);
  fields.set(list, [...(Array.isArray(known) ? known : []), value]);
}

async function checkPart({ part, ...sent }: Part): Promise<CheckedFile> {
  const known = Object.hasOwn(fileParts, part) ? fileParts[part] : undefined;
  if (!known) throw new Refusal('INVALID_FIELDS', { [part]: ['invalid'] });
  return checkFile(sent, known.use);
}

/** The form reader sets status 413 when a limit was exceeded; every other error is a broken form. */
function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  return new Refusal((error as { statusCode?: number }).statusCode === 413 ? 'REQUEST_TOO_LARGE' : 'INVALID_REQUEST');
}
