import { createSignal } from './signal.ts';

/** Milliseconds after which `run` is called although the browser is busy. */
const timeoutMs = 2_000;
/** Milliseconds after which `run` is called in a browser without idle callbacks. */
const delayWithoutIdleMs = 200;
/** Milliseconds after which late work begins although the first load still runs. */
const longestLoadMs = 10_000;

let isFirstLoadRunning = false;
const firstLoadEnds = createSignal();

/** Calls `run` when the browser is idle; returns a function to cancel that. */
export function whenIdle(run: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, delayWithoutIdleMs);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(run, { timeout: timeoutMs });
  return () => cancelIdleCallback(request);
}

let lastTurn = Promise.resolve();

/**
 * Calls `run` when the browser is idle and the page has drawn the results of earlier calls, so that several calls are not
 * one long task; returns a function to cancel that.
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

/** Records whether the first load of this device runs: `afterFirstLoad` waits for its end. */
export function reportFirstLoad(isRunning: boolean): void {
  if (isFirstLoadRunning === isRunning) return;
  isFirstLoadRunning = isRunning;
  if (!isRunning) firstLoadEnds.emit();
}

/**
 * Calls `run` when the browser is idle and no first load runs, or after 10 s, so that its requests do not delay rows and
 * pictures on a slow connection; returns a function to cancel that.
 */
export function afterFirstLoad(run: () => void): () => void {
  // Cancels the step that the call is waiting for: an idle browser, the end of the first load, an idle browser again.
  let cancelStep = whenIdle(() => {
    if (!isFirstLoadRunning) return run();
    const start = () => {
      cancelStep();
      cancelStep = whenIdle(run);
    };
    const unsubscribe = firstLoadEnds.subscribe(start);
    const timer = setTimeout(start, longestLoadMs);
    cancelStep = () => {
      unsubscribe();
      clearTimeout(timer);
    };
    return undefined;
  });
  return () => cancelStep();
}
