import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Writes a file that only its owner may read, atomically, into an existing folder. On a full disk neither the file
 * nor a part of it remains.
 */
export async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  // A valid name of a stored file, so that the cleanup removes it when a crash leaves it behind.
  const draft = join(dirname(path), `${randomUUID()}.part`);
  try {
    await writeFile(draft, bytes, { mode: 0o600 });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
