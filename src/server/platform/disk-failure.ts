/** Says whether an error of the file system means that nothing more can be written for now. */
export const isDiskFull = (error: unknown): boolean => full.has((error as NodeJS.ErrnoException).code);

/** No space, a used up quota, a file as large as this process may write. */
const full = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Says whether an error of the file system is one of the disk and not of what was asked of it. */
export const isDiskFailure = (error: unknown): boolean =>
  isDiskFull(error) || failed.has((error as NodeJS.ErrnoException).code);

/** A failing disk, one that became read-only, and a process with too many open files. */
const failed = new Set<unknown>(['EIO', 'EROFS', 'EMFILE', 'ENFILE']);

/** SQLITE_IOERR_SHMSIZE: a file beside the database cannot grow, which has no other reason than a full disk. */
const cannotGrow = 4874;
const diskFull = 13;

/** The primary result code of a SQLite error; null for other errors. */
export function sqliteCodeOf(error: unknown): number | null {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (code !== 'ERR_SQLITE_ERROR' || typeof errcode !== 'number') return null;
  return errcode === cannotGrow ? diskFull : errcode & 0xff;
}
