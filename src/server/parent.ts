/** Ms between two looks at the parent process. */
const every = 100;

/**
 * Ends this process, as SIGTERM does, when npm has started it and is gone: npm passes a signal on to its shell, which
 * ends and tells nobody.
 */
export function endWithNpm(): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, every);
  timer.unref();
}
