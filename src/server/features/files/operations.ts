import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { readFile, uploadFile } from '../../../contract/files.ts';
import { allow } from '../../platform/allowed.ts';
import { audit } from '../../platform/audit.ts';
import type { SignedIn } from '../../platform/context.ts';
import { isImage } from '../../platform/files/check.ts';
import { findFile, insertFile, storeFile, type FileRecord } from '../../platform/files/records.ts';
import { disposition, Plain } from '../../platform/http/plain.ts';
import { Refusal } from '../../platform/refusal.ts';
import { throttle } from '../../platform/throttle.ts';
import { inUserTransaction } from '../../platform/user-transaction.ts';
import { sentIt } from './policy.ts';
import { findFileFor } from './rows.ts';

type Input = ParsedInputOf<typeof uploadFile>;

/** Files that a customer may upload in an hour: those of a dozen messages, and a bound for what is never attached. */
const uploads = { name: 'upload', max: 60, within: 3_600_000 };

/**
 * Keeps a proof or an attachment under its device's id. The same id again, from the same person, keeps the first and
 * answers alike. Refuses with TOO_MANY_REQUESTS a customer's 61st file within an hour.
 */
export async function upload(ctx: SignedIn, { id, file }: Input): Promise<OutputOf<typeof uploadFile>> {
  const { means, person } = ctx;
  if (!(await findFile(means.reader, id))) {
    if (person.role !== 'admin') await throttle(means.db, { ...uploads, of: String(person.id) }, means.now());
    const stored = await storeFile(means.files, 'proofs', file);
    await inUserTransaction(ctx, async (work) => {
      if (!(await insertFile(work.tx, { id, userId: person.id, file, stored, now: work.now }))) return;
      const about = { name: file.name, type: file.type, digest: file.digest };
      await audit(work, { action: 'file.upload', entity: 'files', entityKey: id, new: about });
    });
  }
  const kept = await findFile(means.db, id);
  if (!kept || !sentIt(person)(kept)) throw new Refusal('INVALID_FIELDS', { id: ['unique'] });
  return { code: 'SUCCESS', file: { id: kept.id, name: kept.name, type: kept.type, size: kept.size } };
}

/** A file's content, for the owner of its order or ticket and for admins; to everybody else it is not there (C-39). */
export async function read(ctx: SignedIn, { id }: ParsedInputOf<typeof readFile>): Promise<OutputOf<typeof readFile>> {
  const { means, person } = ctx;
  const file = allow(await findFileFor(means.reader, id, person), () => true);
  const content = await means.files.get(file.stored);
  if (!content) throw new Error(`the content of file ${id} is missing`);
  return new Plain(content.bytes, headersOf(file));
}

/** Only what was written anew here is shown in place; nothing of it may run, whatever it holds. */
const headersOf = (file: FileRecord) => ({
  'Content-Type': file.type,
  'Content-Disposition': disposition(isImage(file.type) ? 'inline' : 'attachment', file.name),
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'private, no-store',
});
