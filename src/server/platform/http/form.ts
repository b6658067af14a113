import multipart, { type MultipartFile, type MultipartValue } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CheckedFile } from '../../../contract/files.ts';
import { fileSizeMax } from '../../../contract/limits.ts';
import { checkFile, type FileUse, type SentFile } from '../files/check.ts';
import { Refusal } from '../refusal.ts';

/** The parts that are files, and what each is for. */
const fileParts: Readonly<Record<string, FileUse>> = { image: 'picture', file: 'proof' };

/** Lets forms in; they are read by `readForm` after the person was let in, never before. */
export async function acceptForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fileSize: fileSizeMax, files: 1, fields: 120, parts: 121, fieldSize: 262_144, fieldNameSize: 100 },
  });
}

/**
 * The fields of a form as text, `name[]` as a list, and its file with its content checked. Refuses with FILE_TOO_LARGE
 * while it is being sent, INVALID_FILE_TYPE, REQUEST_TOO_LARGE, and INVALID_REQUEST for what is no form.
 */
export async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  const { fields, file } = await partsOf(request);
  if (file) fields.set(file.part, await checked(file));
  return Object.fromEntries(fields);
}

interface Part extends SentFile {
  part: string;
}

interface Parts {
  fields: Map<string, unknown>;
  file?: Part;
}

async function partsOf(request: FastifyRequest): Promise<Parts> {
  const parts: Parts = { fields: new Map() };
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') await keepFile(parts, part);
      else keepField(parts.fields, part);
    }
  } catch (error) {
    throw asRefusal(error);
  }
  return parts;
}

async function keepFile(parts: Parts, sent: MultipartFile): Promise<void> {
  const bytes = await sent.toBuffer();
  if (sent.file.truncated) throw new Refusal('FILE_TOO_LARGE');
  // A browser sends a file field without a file as a part without a name.
  if (!sent.filename && bytes.length === 0) return;
  parts.file = { part: sent.fieldname, name: sent.filename ?? '', type: sent.mimetype, bytes };
}

function keepField(fields: Map<string, unknown>, field: MultipartValue): void {
  const { fieldname: name, value } = field;
  if (field.valueTruncated || field.fieldnameTruncated) throw new Refusal('REQUEST_TOO_LARGE');
  if (!name.endsWith('[]')) return void fields.set(name, value);
  const list = name.slice(0, -2);
  const known = fields.get(list);
  fields.set(list, [...(Array.isArray(known) ? known : []), value]);
}

async function checked({ part, ...sent }: Part): Promise<CheckedFile> {
  const use = Object.hasOwn(fileParts, part) ? fileParts[part] : undefined;
  if (!use) throw new Refusal('INVALID_FIELDS', { [part]: ['invalid'] });
  return checkFile(sent, use);
}

/** What the form reader throws has a status when a limit was passed; the rest is a broken form. */
function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  return new Refusal((error as { statusCode?: number }).statusCode === 413 ? 'REQUEST_TOO_LARGE' : 'INVALID_REQUEST');
}
