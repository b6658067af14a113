/** Milliseconds after which a tab that holds a lock is taken for frozen. */
const frozenAfter = 90_000;
/** Milliseconds; browsers hold a timer no longer than this. */
const longestTimer = 2 ** 31 - 1;

/**
 * Runs alone among the tabs and the service worker of this device, where the browser can promise that. Only a hint:
 * the lock of a frozen tab is stolen after `patience` ms, and some browsers have none. Rejects when `signal` aborts
 * before its turn.
 */
export async function alone<Result>(
  name: string,
  run: () => Promise<Result>,
  patience: number = frozenAfter,
  signal?: AbortSignal,
): Promise<Result> {
  const locks = lockManager();
  if (!locks) return run();
  const waiting = new AbortController();
  let impatient = false;
  const timer = setTimeout(
    () => {
      impatient = true;
      waiting.abort();
    },
    Math.min(patience, longestTimer),
  );
  const abort = () => waiting.abort();
  signal?.addEventListener('abort', abort);
  let running: Promise<Result> | undefined;
  const started = () => {
    clearTimeout(timer);
    return (running = run());
  };
  try {
    return await locks.request(name, { signal: waiting.signal }, started);
  } catch (thrown) {
    // Stolen from us: what runs goes on, and its end is what counts.
    if (running) return await running;
    if (!impatient) throw thrown;
    return locks.request(name, { steal: true }, started);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** Runs unless another tab holds the lock; then gives `undefined`. */
export async function unlessHeld<Result>(name: string, run: () => Promise<Result>): Promise<Result | undefined> {
  const locks = lockManager();
  if (!locks) return run();
  return locks.request(name, { ifAvailable: true }, (lock) => (lock ? run() : undefined));
}

const lockManager = (): LockManager | undefined => (globalThis.navigator as { locks?: LockManager } | undefined)?.locks;
