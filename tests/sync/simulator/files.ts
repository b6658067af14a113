import { createHash } from 'node:crypto';
import type { StoredFile } from '../../../src/client/local/stored.ts';
import type { Story } from './story.ts';

/** A small PDF; one in twenty is something else in disguise, which the server refuses. */
export function someFile({ chance, stage }: Story): StoredFile {
  const id = chance.id(stage.now);
  const text = chance.happens(0.05) ? `MZ ${id}` : `%PDF-1.4\n% ${id}\n%%EOF\n`;
  return { id, name: 'photo.pdf', type: 'application/pdf', bytes: new TextEncoder().encode(text).buffer };
}

/** What a person attaches to a message: mostly nothing, sometimes one file or two. */
export function someFiles(story: Story): StoredFile[] {
  const count = story.chance.of([0, 0, 0, 1, 2])!;
  return Array.from({ length: count }, () => someFile(story));
}

/** Keeps what the files hold, to compare it with what the server has in the end. */
export function noteFiles({ files }: Story, chosen: readonly StoredFile[]): void {
  for (const { id, bytes } of chosen) files.set(id, createHash('sha256').update(new Uint8Array(bytes)).digest('hex'));
}

/**
 * The server's daily job removes the uploads that no order and no ticket has named for long: a device that was away
 * meanwhile uploads its own again.
 */
export async function removeUnusedFiles({ stage: { db }, removedFiles }: Story): Promise<void> {
  const removed = await db
    .deleteFrom('files')
    .where('id', 'not in', db.selectFrom('ticket_files').select('file_id'))
    .where(
      'id',
      'not in',
      db.selectFrom('orders').select('file_id').where('file_id', 'is not', null).$castTo<{ file_id: string }>(),
    )
    .returning('id')
    .execute();
  for (const { id } of removed) removedFiles.add(id);
}
