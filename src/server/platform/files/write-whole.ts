import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Writes a file that only its owner may read, in a folder that is there; nobody ever reads half of it. A disk that is full keeps neither the
 * file nor a part of it.
 */
export async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  // Named like a file of the store: what a crash leaves there is cleaned up like any other file that no row names.
  const draft = join(dirname(path), `${randomUUID()}.part`);
  try {
    await writeFile(draft, bytes, { mode: 0o600 });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
