import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { readFile, uploadFile } from '../../../contract/files.ts';
import { can } from '../../../contract/permissions.ts';
import { allow } from '../../platform/base/permissions.ts';
import { audit } from '../../platform/audit.ts';
import type { SignedIn } from '../../platform/context.ts';
import { isImage } from '../../platform/files/check.ts';
import { findFile, insertFile, storeFile, type FileRecord } from '../../platform/files/records.ts';
import { contentDisposition, RawResponse } from '../../platform/http/raw-response.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { throttle } from '../../platform/throttle.ts';
import { inUserTransaction } from '../../platform/user-transaction.ts';
import { isUploader, findFileFor } from './rows.ts';

type Input = ParsedInputOf<typeof uploadFile>;

/**
 * A customer may upload 60 files in an hour: enough for a dozen messages, and a limit for files that are never attached.
 */
const uploadLimit = { name: 'upload', max: 60, within: 3_600_000 };

/**
 * Stores a proof or an attachment under the id that the device made. A second upload with this id by the same user
 * changes nothing and gets the same response. Throws TOO_MANY_REQUESTS for a customer's 61st file within an hour.
 */
export async function upload(ctx: SignedIn, { id, file }: Input): Promise<OutputOf<typeof uploadFile>> {
  const { services, person } = ctx;
  if (!(await findFile(services.reader, id))) {
    if (!can(person.role, 'tickets.work'))
      await throttle(services.db, { ...uploadLimit, subject: String(person.id) }, services.now());
    const stored = await storeFile(services.files, 'proofs', file);
    await inUserTransaction(ctx, async (transaction) => {
      if (!(await insertFile(transaction.tx, { id, userId: person.id, file, stored, now: transaction.now }))) return;
      const auditedFields = { name: file.name, type: file.type, digest: file.digest };
      await audit(transaction, { action: 'file.upload', entity: 'files', entityKey: id, new: auditedFields });
    });
  }
  const kept = await findFile(services.db, id);
  if (!kept || !isUploader(person)(kept)) throw new Refusal('INVALID_FIELDS', { id: ['unique'] });
  return { code: 'SUCCESS', file: { id: kept.id, name: kept.name, type: kept.type, size: kept.size } };
}

/**
 * A file's content, for the owner of its order or ticket and for admins; for every other user it does not exist (C-39).
 */
export async function sendFile(
  ctx: SignedIn,
  { id }: ParsedInputOf<typeof readFile>,
): Promise<OutputOf<typeof readFile>> {
  const { services, person } = ctx;
  const file = allow(await findFileFor(services.reader, id, person), () => true);
  const content = await services.files.get(file.stored);
  if (!content) throw new Error(`the content of file ${id} is missing`);
  return new RawResponse(content.bytes, headersOf(file));
}

/** Only images, which the server has re-encoded, are shown in the page; no content may run scripts. */
const headersOf = (file: FileRecord) => ({
  'Content-Type': file.type,
  'Content-Disposition': contentDisposition(isImage(file.type) ? 'inline' : 'attachment', file.name),
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'private, no-store',
});
