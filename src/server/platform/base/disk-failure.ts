/** Returns whether an error of the file system means that nothing more can be written for now. */
export const isDiskFull = (error: unknown): boolean => fullCodes.has((error as NodeJS.ErrnoException).code);

/** No space left, quota used up, file larger than this process may write. */
const fullCodes = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Returns whether an error of the file system comes from the disk and not from the operation. */
export const isDiskFailure = (error: unknown): boolean =>
  isDiskFull(error) || failureCodes.has((error as NodeJS.ErrnoException).code);

/** A failing disk, a disk that became read-only, and a process with too many open files. */
const failureCodes = new Set<unknown>(['EIO', 'EROFS', 'EMFILE', 'ENFILE']);

/** SQLITE_IOERR_SHMSIZE: the shared memory file cannot grow, which only a full disk causes. */
const cannotGrow = 4874;
const diskFull = 13;

/** The primary result code of a SQLite error; null for other errors. */
export function sqliteCodeOf(error: unknown): number | null {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (code !== 'ERR_SQLITE_ERROR' || typeof errcode !== 'number') return null;
  return errcode === cannotGrow ? diskFull : errcode & 0xff;
}
