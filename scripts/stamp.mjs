// Fingerprints of files, so that work is repeated only when its sources have changed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
export const home = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * A hash over the names and contents of `paths` (files or folders, relative to the project); missing ones are left out.
 */
export function fingerprint(paths, salt = '') {
  const hash = createHash('sha256').update(salt);
  for (const path of paths.flatMap(filesIn).sort()) hash.update(`${path}\0`).update(readFileSync(join(home, path)));
  return hash.digest('hex');
}

/** The content of a stamp file, or an empty string. */
export function readStamp(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function filesIn(path) {
  const full = join(home, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full).flatMap((name) => filesIn(`${path}/${name}`));
}
