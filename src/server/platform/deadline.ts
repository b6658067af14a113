/** Thrown when something took longer than it was given. */
class DeadlineError extends Error {
  /** As the system names it when a connection takes too long. */
  readonly code = 'ETIMEDOUT';
}

/** The result of `work`, or a DeadlineError after `ms`; what was begun then goes on and is no longer waited for. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DeadlineError(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
