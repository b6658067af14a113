import { reportExchange, reportRefusal } from '../api/call.ts';
import { isMemoryOnly } from '../local/storage-mode.ts';
import type { PassResult } from './error-table.ts';
import type { PassRunner } from './runner.ts';
import { NotSaved } from './storage.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

/** Milliseconds without a pass after which the worker ends; the next pass starts another one. */
const idleMs = 60_000;
/** Milliseconds within which a new worker must answer; on a lost connection, its script may never arrive. */
const startMs = 15_000;

/** The worker has ended without an answer, or cannot be loaded. */
export class WorkerLost extends Error {}

/** A worker of this page could not be loaded: passes run in the page until it is reloaded. */
let isBroken = false;
let lastId = 0;

/** Returns whether passes can run in a worker of this page. */
export const canUseWorker = (): boolean =>
  !isBroken &&
  !isMemoryOnly() &&
  typeof Worker === 'function' &&
  typeof BroadcastChannel === 'function' &&
  (navigator as { locks?: LockManager }).locks !== undefined;

/** Runs the passes of a user's database in a worker with this script. */
export function workerRunnerOf(userId: number, script: string): PassRunner {
  let current: OpenWorker | null = null;
  let idle: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    clearTimeout(idle);
    current?.end('The worker was ended');
    current = null;
  };
  const open = () => {
    clearTimeout(idle);
    return current?.isLost() === false ? current : (current = openWorker(userId, script));
  };
  return {
    open() {
      try {
        open();
      } catch {
        return;
      }
      idle = setTimeout(end, idleMs);
    },
    async run(options) {
      const worker = open();
      try {
        return await worker.run(options.stealLockAfterMs);
      } finally {
        // A later worker has its own time.
        if (current === worker) idle = setTimeout(end, idleMs);
      }
    },
    abort: () => current?.post({ type: 'abort' }),
    stop: end,
  };
}

interface OpenWorker {
  /** Runs one pass; rejects with WorkerLost when the worker ends first. */
  run(stealLockAfterMs: number | undefined): Promise<PassResult>;
  post(message: ToWorker): void;
  /** Ends the worker; `why` is the text of the errors of its running passes. */
  end(why: string): void;
  isLost(): boolean;
}

interface Waiting {
  resolve(result: PassResult): void;
  reject(thrown: unknown): void;
}

function openWorker(userId: number, script: string): OpenWorker {
  const worker = createWorker(script);
  const waiting = new Map<number, Waiting>();
  let isLost = false;
  const post = (message: ToWorker) => worker.postMessage(message);
  const end = (why: string) => {
    isLost = true;
    clearTimeout(starting);
    worker.terminate();
    for (const { reject } of waiting.values()) reject(new WorkerLost(why));
    waiting.clear();
  };
  const giveUp = () => {
    isBroken = true;
    end('The worker cannot be loaded');
  };
  const starting = setTimeout(giveUp, startMs);
  const lock = `sync-worker:${crypto.randomUUID()}`;
  const onStarted = () => {
    clearTimeout(starting);
    // The browser gives the lock to the page when it has ended the worker.
    void navigator.locks.request(lock, () => end('The browser has ended the worker'));
  };
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if (data.type === 'started') onStarted();
    else if (data.type === 'result') take(waiting, data.id)?.resolve(data.result);
    else if (data.type === 'failed') take(waiting, data.id)?.reject(errorOf(data));
    else if (data.type === 'exchange') reportExchange(data.exchange);
    else reportRefusal(data.kind, data.token);
  });
  worker.addEventListener('error', giveUp);
  post({ type: 'start', userId, lock });
  return {
    run(stealLockAfterMs) {
      const id = ++lastId;
      post({ type: 'run', id, stealLockAfterMs });
      return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
    },
    post,
    end,
    isLost: () => isLost,
  };
}

/** Throws WorkerLost where the browser refuses to create workers, for example by a policy. */
function createWorker(script: string): Worker {
  try {
    return new Worker(script, { type: 'module', name: 'sync' });
  } catch (thrown) {
    isBroken = true;
    throw new WorkerLost('The worker cannot be created', { cause: thrown });
  }
}

function take(waiting: Map<number, Waiting>, id: number): Waiting | undefined {
  const found = waiting.get(id);
  waiting.delete(id);
  return found;
}

function errorOf({ why, name, message }: FromWorker & { type: 'failed' }): Error {
  if (why) return new NotSaved(why);
  return Object.assign(new Error(message), { name });
}
