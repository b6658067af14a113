import { access, constants, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { isDiskFailure, isDiskFull } from '../base/disk-failure.ts';
import { checkFileName, isFileName, type FileFolder, type FileStore, type ListedFile } from './file-store.ts';
import { FileStoreError } from '../base/operator-error.ts';
import { writeWhole } from './write-whole.ts';

/** Keeps files in a folder; the extension determines the media type. */
export function openDisk(folder: string): FileStore {
  return {
    async put(name, bytes) {
      const path = join(folder, checkFileName(name));
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await writeWhole(path, bytes);
      } catch (error) {
        throw asStoreError(error);
      }
    },
    async get(name) {
      const path = join(folder, checkFileName(name));
      const bytes = await readFile(path).catch((error: unknown) => nullIfMissing(asStoreError(error)));
      return bytes && { bytes, type: types[extname(name)] ?? 'application/octet-stream' };
    },
    async check() {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await access(folder, constants.R_OK | constants.W_OK);
      } catch (error) {
        throw new FileStoreError(`The folder of the files cannot be used: ${(error as Error).message}.`, {
          cause: error,
        });
      }
    },
    list: (name) => listFolder(folder, name),
    remove: (name) => rm(join(folder, checkFileName(name)), { force: true }),
  };
}

async function* listFolder(folder: string, inside: FileFolder): AsyncGenerator<ListedFile> {
  for (const file of await namesIn(join(folder, inside))) {
    const name = `${inside}/${file}`;
    if (!isFileName(name)) continue;
    const stats = await stat(join(folder, name)).catch(nullIfMissing);
    if (stats) yield { name, storedAt: stats.mtimeMs };
  }
}

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(nullIfMissing);
  return (entries ?? []).filter((entry) => entry.isFile()).map((entry) => entry.name);
}

function asStoreError(error: unknown): unknown {
  if (!isDiskFailure(error)) return error;
  const reason = isDiskFull(error) ? 'its disk is full' : (error as Error).message;
  return new FileStoreError(`The folder of the files cannot be used: ${reason}.`, { cause: error });
}

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

const types: Readonly<Record<string, string>> = {
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.gif': 'image/gif',
  '.pdf': 'application/pdf',
};
