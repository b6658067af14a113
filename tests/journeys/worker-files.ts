import { readFileSync } from 'node:fs';
import type { FaultProxy } from '../support/fault-proxy.ts';

/** The address of the built script of the sync worker. */
export function workerScript(): string {
  const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')) as Record<string, { file: string }>;
  return `/${manifest['sync/sync-worker.ts']!.file}`;
}

/** Runs `install` with `argument` in each sync worker behind this network, before anything else; as `addInitScript` for pages. */
export function runInWorkers<Argument>(
  network: FaultProxy,
  install: (argument: Argument) => void,
  argument: Argument,
): void {
  network.release({
    [workerScript()]: (script) => `(${String(install)})(${JSON.stringify(argument)});\n${script}`,
  });
}

/** Runs in a page or a worker: makes timers of `after` ms end after `lasts` ms. */
export function shortenTimer({ after, lasts }: { after: number; lasts: number }): void {
  const start = globalThis.setTimeout;
  const shortened = (run: () => void, ms?: number) => start(run, ms === after ? lasts : ms);
  globalThis.setTimeout = shortened as typeof setTimeout;
}
