/** Returns whether the browser has closed the database or failed a transaction that the app did not abort. */
export const isStorageError = (thrown: unknown): boolean => namesOf(thrown).some((name) => storageErrors.has(name));

/** Returns whether an error says that the device is full. */
export const isFull = (thrown: unknown): boolean => namesOf(thrown).includes('QuotaExceededError');

/** Ignores storage errors and a full device, for work that is repeated later anyway; other errors are reported. */
export const ignoreStorageErrors = (work: Promise<unknown>): void =>
  void work.catch((thrown: unknown) => {
    if (!isStorageError(thrown) && !isFull(thrown)) throw thrown;
  });

const storageErrors: ReadonlySet<string> = new Set([
  'AbortError',
  'DatabaseClosedError',
  'InvalidStateError',
  'OpenFailedError',
  'TimeoutError',
  'TransactionInactiveError',
  'UnknownError',
]);

/** Returns the names of a Dexie error and of the browser's error inside it. */
function namesOf(thrown: unknown): string[] {
  const error = thrown as { name?: string; inner?: { name?: string } } | null;
  return [error?.name, error?.inner?.name].filter((name) => name !== undefined);
}
