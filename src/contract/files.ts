import * as z from 'zod/mini';
import { success } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { Uuid } from './fields.ts';

/** A file of a multipart form after the server has checked its content. */
export interface CheckedFile {
  /** The name the user gave it, safe in paths. */
  name: string;
  /** Media type, determined by content. */
  type: string;
  bytes: Uint8Array;
  /** SHA-256 of the bytes as sent, hex: identifies a repeated upload. */
  digest: string;
}

/** The file part of a form. Only the server's multipart reader creates such values, so JSON never passes. */
export const UploadedFile = z.custom<CheckedFile>(
  (value) => (value as CheckedFile | undefined)?.bytes instanceof Uint8Array,
  { error: 'invalid' },
);

/** A file attached to a ticket or a reply; its content is at `/api/files/{id}`. */
export const Attachment = z.object({ id: z.string(), name: z.string(), type: z.string(), size: z.number() });
export type Attachment = z.infer<typeof Attachment>;

/**
 * Stores a proof or an attachment under the id that the device made. A second upload with this id changes nothing and
 * gets the same response. Refuses with FILE_TOO_LARGE, INVALID_FILE_TYPE.
 */
export const uploadFile = endpoint({
  name: 'uploadFile',
  method: 'POST',
  path: '/api/files',
  audience: 'signedIn',
  multipart: true,
  input: z.object({ id: Uuid, file: UploadedFile }),
  output: success({ file: Attachment }),
});

/**
 * The file itself, for admins and the owner of its order or ticket; anything but a re-encoded image is sent as an
 * attachment (C-39).
 */
export const readFile = endpoint({
  name: 'readFile',
  method: 'GET',
  path: '/api/files/:id',
  audience: 'signedIn',
  input: z.object({ id: Uuid }),
  output: z.any(),
});
