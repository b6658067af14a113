import { OperatorError } from '../operator-error.ts';

/** The file store cannot be used at the moment: it is away, refuses, takes too long or has no space left. */
export class FileStoreError extends OperatorError {}

/** Says whether an error of the file system means that nothing more can be written for now. */
export const isDiskFull = (error: unknown): boolean => full.has((error as NodeJS.ErrnoException).code);

/** No space, a used up quota, a file as large as this process may write. */
const full = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Says whether an error of the file system is one of the disk and not of what was asked of it. */
export const isDiskFailure = (error: unknown): boolean =>
  isDiskFull(error) || failed.has((error as NodeJS.ErrnoException).code);

/** A failing disk, one that became read-only, and a process with too many open files. */
const failed = new Set<unknown>(['EIO', 'EROFS', 'EMFILE', 'ENFILE']);
