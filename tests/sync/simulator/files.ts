import { createHash } from 'node:crypto';
import type { StoredFile } from '../../../src/client/local/stored.ts';
import type { Story } from './story.ts';

/** A PDF, one in four of them large; one in twenty only has the name of a PDF, and the server refuses it. */
export function someFile({ random, server }: Story): StoredFile {
  const id = random.id(server.now);
  const padding = random.chance(0.25) ? `% ${'-'.repeat(3_000)}\n` : '';
  const text = random.chance(0.05) ? `MZ ${id}` : `%PDF-1.4\n% ${id}\n${padding}%%EOF\n`;
  return { id, name: 'photo.pdf', type: 'application/pdf', bytes: new TextEncoder().encode(text).buffer };
}

/** The attachments of a message: mostly none, sometimes one or two. */
export function someFiles(story: Story): StoredFile[] {
  const count = story.random.pick([0, 0, 0, 1, 2])!;
  return Array.from({ length: count }, () => someFile(story));
}

/** Records the digests of files, to compare them with the server's files at the end. */
export function recordFiles({ files }: Story, chosen: readonly StoredFile[]): void {
  for (const { id, bytes } of chosen) files.set(id, createHash('sha256').update(new Uint8Array(bytes)).digest('hex'));
}

/**
 * Removes the uploads that no order, no ticket and no top-up request refers to, as the server's daily job does with old
 * ones. A device whose change comes later uploads its files again.
 */
export async function removeUnusedFiles({ server: { db }, removedFiles }: Story): Promise<void> {
  const removed = await db
    .deleteFrom('files')
    .where('id', 'not in', db.selectFrom('ticket_files').select('file_id'))
    .where('id', 'not in', db.selectFrom('topup_files').select('file_id'))
    .where(
      'id',
      'not in',
      db.selectFrom('orders').select('file_id').where('file_id', 'is not', null).$castTo<{ file_id: string }>(),
    )
    .returning('id')
    .execute();
  for (const { id } of removed) removedFiles.add(id);
}
