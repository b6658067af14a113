import { join } from 'node:path';
import type { Plugin } from 'vite';
import { home } from './stamp.mjs';

const source = 'virtual:sync-worker';
const file = 'src/client/sync/sync-worker.ts';

/**
 * Builds the sync worker as a part of the app, so that it shares its chunks with the page (`chunks.ts`): a worker that
 * Vite builds by itself has copies of them. The module `virtual:sync-worker` has its address.
 */
export function syncWorker(): Plugin {
  return {
    name: 'sync-worker',
    resolveId: (id) => (id === source ? `\0${source}` : null),
    load(id) {
      if (id !== `\0${source}`) return null;
      if (this.environment.mode !== 'build')
        return `export const workerUrl = '/sync/sync-worker.ts?worker_file&type=module';`;
      const reference = this.emitFile({ type: 'chunk', id: join(home, file), name: 'sync-worker' });
      return `export const workerUrl = import.meta.ROLLUP_FILE_URL_${reference};`;
    },
  };
}
