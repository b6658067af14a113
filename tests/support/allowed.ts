/** Ms of processor time that measure how busy the machine is. */
const measuredMs = 40;

/**
 * The ms within which the product must do something on this machine at this moment: those that it promises on a machine
 * with nothing else to do, times the share by which other work slows this process down.
 */
export function allowed(promisedMs: number): number {
  const begun = performance.now();
  const cpu = process.threadCpuUsage();
  let usedMs = 0;
  while (usedMs < measuredMs) {
    const { user, system } = process.threadCpuUsage(cpu);
    usedMs = (user + system) / 1_000;
  }
  return promisedMs * Math.max(1, (performance.now() - begun) / usedMs);
}
