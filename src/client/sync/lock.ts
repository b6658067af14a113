/** Milliseconds after which a tab that holds a lock counts as frozen. */
const frozenAfterMs = 90_000;
/** Milliseconds; the longest timer that browsers support. */
const timerMaxMs = 2 ** 31 - 1;

/**
 * Runs `run` while no other tab and no service worker of this device holds the lock. Only saves work and guarantees
 * nothing: a frozen tab's lock is stolen after `stealLockAfterMs`, and some browsers have no locks. Rejects when
 * `signal` aborts before the lock is granted.
 */
export async function withLock<Result>(
  name: string,
  run: () => Promise<Result>,
  stealLockAfterMs: number = frozenAfterMs,
  signal?: AbortSignal,
): Promise<Result> {
  const locks = lockManager();
  if (!locks) return run();
  signal?.throwIfAborted();
  const waiting = new AbortController();
  let isTimedOut = false;
  const timer = setTimeout(
    () => {
      isTimedOut = true;
      waiting.abort();
    },
    Math.min(stealLockAfterMs, timerMaxMs),
  );
  const abort = () => waiting.abort();
  signal?.addEventListener('abort', abort);
  let running: Promise<Result> | undefined;
  const onGranted = () => {
    clearTimeout(timer);
    return (running = run());
  };
  try {
    return await locks.request(name, { signal: waiting.signal }, onGranted);
  } catch (thrown) {
    // Another tab has stolen the lock: `run` continues, and its result counts.
    if (running) return await running;
    if (!isTimedOut) throw thrown;
    return locks.request(name, { steal: true }, onGranted);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** Runs `run` with the lock, or returns `undefined` when another tab holds it. */
export async function withLockIfFree<Result>(name: string, run: () => Promise<Result>): Promise<Result | undefined> {
  const locks = lockManager();
  if (!locks) return run();
  return locks.request(name, { ifAvailable: true }, (lock) => (lock ? run() : undefined));
}

const lockManager = (): LockManager | undefined => (globalThis.navigator as { locks?: LockManager } | undefined)?.locks;
