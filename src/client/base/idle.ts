import { createSignal } from './signal.ts';

/** Milliseconds after which `run` is called although the browser is busy. */
const timeoutMs = 2_000;
/** Milliseconds after which late work begins although the first load still runs. */
const longestLoadMs = 10_000;

let isLoading = false;
const loadEnds = createSignal();

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

let lastTurn = Promise.resolve();

/**
 * Calls `run` when the browser is idle, after the calls before it and what they have made the page draw, so that several
 * are not one long task; returns a function to cancel that.
 */
export function whenIdleInTurn(run: () => void): () => void {
  let isCancelled = false;
  const turn = () =>
    new Promise<void>((resolve) => {
      if (isCancelled) return resolve();
      whenIdle(() => {
        if (!isCancelled) run();
        // A hidden page is not drawn.
        if (document.hidden) resolve();
        else requestAnimationFrame(() => setTimeout(resolve));
      });
      return undefined;
    });
  lastTurn = lastTurn.then(turn);
  return () => void (isCancelled = true);
}

/** Records whether the first load of this device runs: `whenLoaded` waits for its end. */
export function reportLoading(isRunning: boolean): void {
  if (isLoading === isRunning) return;
  isLoading = isRunning;
  if (!isRunning) loadEnds.emit();
}

/**
 * Calls `run` when the browser is idle and no first load runs, or after 10 s, so that its requests do not delay rows and
 * pictures on a slow connection; returns a function to cancel that.
 */
export function whenLoaded(run: () => void): () => void {
  let cancel = whenIdle(() => {
    if (!isLoading) return run();
    const start = () => {
      cancel();
      cancel = whenIdle(run);
    };
    const stop = loadEnds.subscribe(start);
    const timer = setTimeout(start, longestLoadMs);
    cancel = () => {
      stop();
      clearTimeout(timer);
    };
    return undefined;
  });
  return () => cancel();
}
