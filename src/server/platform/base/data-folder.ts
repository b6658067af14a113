import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OperatorError } from './operator-error.ts';

/**
 * Creates a data folder (an absolute path) that only its owner may enter. Restricts an existing folder to its owner,
 * too, unless it also holds other files. Throws an OperatorError when the path is not a folder or cannot be written.
 */
export function openDataFolder(path: string): void {
  try {
    makeFolder(path);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw toOperatorError(path, error as NodeJS.ErrnoException);
  }
  if (readdirSync(path).every((name) => ownNames.test(name))) restrictToOwner(path);
  for (const folder of ownFolders) restrictToOwner(join(path, folder));
}

/**
 * Creates a folder and its parents. Node's recursive mkdir would never end where no folder can be made, as in /proc.
 */
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
/** Matches every name that a server creates in its data folder. */
const ownNames =
  /^(comptoir\.(db(-wal|-shm|-journal)?|lock(-journal)?|pid)|pepper|codes-key|demo-accounts\.json|letters|files|lost\+found)$/;

function restrictToOwner(folder: string): void {
  if (!existsSync(folder)) return;
  const { mode, uid } = statSync(folder);
  if (uid === process.getuid?.() && (mode & 0o077) !== 0) chmodSync(folder, 0o700);
}

function toOperatorError(path: string, { code }: NodeJS.ErrnoException): OperatorError {
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return new OperatorError(`DATA_DIR must be a folder, but ${path} is not one.`);
  return new OperatorError(`DATA_DIR cannot be written: ${path} (${code}).`);
}
