/** Milliseconds after which `run` is called although the browser is busy. */
const timeoutMs = 2_000;

/** Calls `run` when the browser is idle; returns a function to cancel that. */
export function whenIdle(run: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, timeoutMs / 10);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(run, { timeout: timeoutMs });
  return () => cancelIdleCallback(request);
}
