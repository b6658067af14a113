import { fileEndings, fileSizeMax, topupFilesMax } from '../../contract/limits.ts';
import { storeSharedFiles, type SharedFile } from './shared-files.ts';

/** The address to which Android posts what another app shares, as the web manifest names it (`share_target`). */
export const sharePath = '/share';
/** The name of the form's field with the files, as the web manifest names it. */
const field = 'slip';

/**
 * Stores the files of a share on this device and leads to the form that takes them over; without a file that a top-up
 * request can have, to the form that asks for one. 303, because the next request must not repeat the POST. They are
 * stored and not handed to a page, since the page may start later: after a sign-in, or after the app was ended.
 */
export async function answerShare(
  request: Request,
  store: (files: SharedFile[]) => Promise<string> = storeSharedFiles,
): Promise<Response> {
  const id = await readFiles(request)
    .then((files) => (files ? store(files) : 'none'))
    // No form, a full device, or a browser that keeps no databases.
    .catch(() => 'none');
  return Response.redirect(new URL(`/user/top-up?shared=${id}`, request.url), 303);
}

/** Returns the files of a share; null unless a request can have all of them: a customer must not miss one unnoticed. */
async function readFiles(request: Request): Promise<SharedFile[] | null> {
  const sent = (await request.formData()).getAll(field).filter((value) => typeof value !== 'string');
  if (sent.length === 0 || sent.length > topupFilesMax || sent.some(({ size }) => size > fileSizeMax)) return null;
  const files = await Promise.all(sent.map(readFile));
  return files.every((file) => file !== null) ? files : null;
}

async function readFile(file: File): Promise<SharedFile | null> {
  const bytes = await file.arrayBuffer();
  const type = typeOf(bytes);
  return type ? { name: nameOf(file.name, fileEndings[type]!), type, bytes } : null;
}

/** The name with one of the endings of its type: apps share pictures without one, or with a wrong one. */
const nameOf = (name: string, endings: readonly string[]): string =>
  endings.some((ending) => name.toLowerCase().endsWith(`.${ending}`)) ? name : `${name || field}.${endings[0]!}`;

/** The first bytes of each accepted type, as Latin-1. The server checks the whole file. */
const signatures: readonly (readonly [string, RegExp])[] = [
  ['image/png', /^\x89PNG/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF.{4}WEBP/s],
  ['application/pdf', /^%PDF-/],
];

function typeOf(bytes: ArrayBuffer): string | undefined {
  const start = String.fromCodePoint(...new Uint8Array(bytes).subarray(0, 12));
  return signatures.find(([, signature]) => signature.test(start))?.[0];
}
