import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OperatorError } from './operator-error.ts';

/**
 * Makes a data folder (an absolute path) that only its owner may enter. One that exists is closed to others unless
 * something else is kept in it. Throws an OperatorError when it is no folder or cannot be written.
 */
export function openDataFolder(path: string): void {
  try {
    makeFolder(path);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw mistakeOf(path, error as NodeJS.ErrnoException);
  }
  if (readdirSync(path).every((name) => ownNames.test(name))) closeToOthers(path);
  for (const folder of ownFolders) closeToOthers(join(path, folder));
}

/** Node's own recursive mkdir never ends where the parent takes no folder, as in /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) {
    if (!statSync(path).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    return;
  }
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

const ownFolders = ['letters', 'files'];
/** Everything a server keeps in its data folder. */
const ownNames =
  /^(comptoir\.(db(-wal|-shm|-journal)?|lock(-journal)?|pid)|pepper|demo-accounts\.json|letters|files|lost\+found)$/;

function closeToOthers(folder: string): void {
  if (!existsSync(folder)) return;
  const { mode, uid } = statSync(folder);
  if (uid === process.getuid?.() && (mode & 0o077) !== 0) chmodSync(folder, 0o700);
}

function mistakeOf(path: string, { code }: NodeJS.ErrnoException): OperatorError {
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return new OperatorError(`DATA_DIR must be a folder, and ${path} is none.`);
  return new OperatorError(`DATA_DIR cannot be written: ${path} (${code}).`);
}
