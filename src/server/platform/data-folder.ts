import { accessSync, chmodSync, constants, mkdirSync, readdirSync, statSync } from 'node:fs';
import { OperatorError } from './operator-error.ts';

/**
 * Makes a data folder (an absolute path) that only its owner may enter. One that exists is closed to others unless
 * something else is kept in it. Throws an OperatorError when it is no folder or cannot be written.
 */
export function openDataFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw mistakeOf(path, error as NodeJS.ErrnoException);
  }
  closeToOthers(path);
}

function closeToOthers(path: string): void {
  const { mode, uid } = statSync(path);
  const isOurs = process.getuid?.() === uid && readdirSync(path).every((name) => ownNames.test(name));
  if (isOurs && (mode & 0o077) !== 0) chmodSync(path, 0o700);
}

/** Everything a server keeps in its data folder. */
const ownNames =
  /^(comptoir\.(db(-wal|-shm|-journal)?|lock|pid)|pepper|demo-accounts\.json|letters|files|lost\+found)$/;

function mistakeOf(path: string, { code }: NodeJS.ErrnoException): OperatorError {
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return new OperatorError(`DATA_DIR must be a folder, and ${path} is none.`);
  return new OperatorError(`DATA_DIR cannot be written: ${path} (${code}).`);
}
