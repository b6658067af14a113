/** Time between two checks of the parent process. */
const checkIntervalMs = 100;

/**
 * Sends SIGTERM to this process when npm has started it and has ended since: npm forwards a signal only to its shell,
 * which ends without forwarding it.
 */
export function exitWithNpm(): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, checkIntervalMs);
  timer.unref();
}
