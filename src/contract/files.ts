import * as z from 'zod/mini';
import { success } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { Uuid } from './fields.ts';

/** A file of a form, as the server holds it after its content was checked; never from JSON. */
export interface CheckedFile {
  /** Path-safe name as the person called it. */
  name: string;
  /** Media type by content. */
  type: string;
  bytes: Uint8Array;
  /** SHA-256 of the bytes as they were sent, hex: what makes two sendings the same. */
  digest: string;
}

/** The form's file part; only the server's multipart reader can make one. */
export const UploadedFile = z.custom<CheckedFile>(
  (value) => (value as CheckedFile | undefined)?.bytes instanceof Uint8Array,
  { error: 'invalid' },
);

/** A file attached to a ticket or a reply; its content is at `/api/files/{id}`. */
export const Attachment = z.object({ id: z.string(), name: z.string(), type: z.string(), size: z.number() });
export type Attachment = z.infer<typeof Attachment>;

/** Keeps a proof or an attachment under the id its device gave it; the same id again keeps the first and answers alike. Refuses with FILE_TOO_LARGE, INVALID_FILE_TYPE. */
export const uploadFile = endpoint({
  name: 'uploadFile',
  method: 'POST',
  path: '/api/files',
  audience: 'signedIn',
  multipart: true,
  input: z.object({ id: Uuid, file: UploadedFile }),
  output: success({ file: Attachment }),
});

/** The file itself, for admins and the owner of its order or ticket; anything but a re-encoded image is sent as an attachment (C-39). */
export const readFile = endpoint({
  name: 'readFile',
  method: 'GET',
  path: '/api/files/:id',
  audience: 'signedIn',
  input: z.object({ id: Uuid }),
  output: z.any(),
});
