import { addresses } from '../api/addresses.ts';
import { callAt } from '../api/call.ts';
import type { LocalDatabase } from '../local/database.ts';
import type { PassResult } from './error-table.ts';
import { runPass, type PassOptions } from './pass.ts';
import { withReserve } from './reserve.ts';
import { deviceEnvironment, type Transport } from './transport.ts';

/** Runs the passes of one database: in this thread (`runnerOf`) or in a worker of the page (`worker-runner.ts`). */
export interface PassRunner {
  /** Starts what a pass runs in, so that the next one need not wait for it; fails silently. */
  open(): void;
  /** Runs one pass; `stealLockAfterMs` as in `withLock`. Rejects with errors of the storage and of other causes. */
  run(options: Pick<PassOptions, 'stealLockAfterMs'>): Promise<PassResult>;
  /**
   * Aborts the requests of the running pass, or its wait for another tab; the pass then ends `offline`, or at the end of
   * its upload.
   */
  abort(): void;
  /** Ends what runs beside this thread. */
  stop(): void;
}

/** Runs passes in this thread. `call`: sends requests. */
export function runnerOf(db: LocalDatabase, call: Transport['call'] = callAt): PassRunner {
  let current = new AbortController();
  const transport: Transport = {
    ...deviceEnvironment.transport,
    // Uploads are not aborted: they make all requests slow, so that the connection only seems to be lost.
    call: (address, input, options) =>
      call(
        address,
        input,
        address.path === addresses.uploadFile.path ? options : { ...options, signal: current.signal },
      ),
  };
  return {
    open: () => undefined,
    async run(options) {
      current = new AbortController();
      const { signal } = current;
      const environment = { ...deviceEnvironment, transport };
      return withReserve(db, async () => {
        try {
          return await runPass(db, environment, { ...options, signal });
        } catch (thrown) {
          // The error of an aborted wait has the name of a storage error, after which the pass would run again.
          if (signal.aborted) return { kind: 'offline' };
          throw thrown;
        }
      });
    },
    abort() {
      current.abort();
      // A pass whose upload is still running continues.
      current = new AbortController();
    },
    stop: () => undefined,
  };
}
