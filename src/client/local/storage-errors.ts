/** Whether the browser closed the database, or a transaction failed for no reason of the app's. */
export const isStorageError = (thrown: unknown): boolean => namesOf(thrown).some((name) => lost.has(name));

/** Whether the device is full. */
export const isFull = (thrown: unknown): boolean => namesOf(thrown).includes('QuotaExceededError');

/** For work that is done again later anyway: an error of the storage ends it silently. Any other error is reported. */
export const ignoreStorageErrors = (work: Promise<unknown>): void =>
  void work.catch((thrown: unknown) => {
    if (!isStorageError(thrown)) throw thrown;
  });

const lost: ReadonlySet<string> = new Set([
  'AbortError',
  'DatabaseClosedError',
  'InvalidStateError',
  'OpenFailedError',
  'TimeoutError',
  'TransactionInactiveError',
  'UnknownError',
]);

/** Dexie wraps what the browser threw: as the error itself, or inside an aborted transaction. */
function namesOf(thrown: unknown): string[] {
  const error = thrown as { name?: string; inner?: { name?: string } } | null;
  return [error?.name, error?.inner?.name].filter((name) => name !== undefined);
}
