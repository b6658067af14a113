/** Thrown when a promise takes longer than its deadline. */
class DeadlineError extends Error {
  /** The code of the system for a connection that takes too long. */
  readonly code = 'ETIMEDOUT';
}

/**
 * Returns the result of a promise. Throws a DeadlineError after `ms`; the operation then continues and its result is
 * dropped.
 */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DeadlineError(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
