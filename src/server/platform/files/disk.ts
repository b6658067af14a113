import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { checkName, type FileHome } from './home.ts';

/** Keeps files in a folder; the media type is told by the name's ending. */
export function openDisk(folder: string): FileHome {
  return {
    async put(name, bytes) {
      const path = join(folder, checkName(name));
      await mkdir(dirname(path), { recursive: true });
      const draft = `${path}.${randomUUID()}.part`;
      await writeFile(draft, bytes);
      await rename(draft, path);
    },
    async get(name) {
      try {
        const bytes = await readFile(join(folder, checkName(name)));
        return { bytes, type: types[extname(name)] ?? 'application/octet-stream' };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
  };
}

const types: Readonly<Record<string, string>> = {
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.gif': 'image/gif',
  '.pdf': 'application/pdf',
};
