// Runs the sync passes of a page in a worker: requests, checks and storage stay off the main thread.
import { callAt, onExchange } from '../api/call.ts';
import { CallFailure } from '../api/failure.ts';
import { openDatabase, type LocalDatabase } from '../local/database.ts';
import { runnerOf, type PassRunner } from './runner.ts';
import { mergeKeys } from '../local/name-keys.ts';
import { NotSaved } from './storage.ts';
import type { Transport } from './transport.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';
import { quietChannel } from './quiet-channel.ts';

/** The longest time between two reports of changes while a first load runs, in ms. */
const firstLoadGapMs = 700;

const channel = quietChannel(mergeKeys);
let db: LocalDatabase;
let runner: PassRunner;

const report = (message: FromWorker): void => postMessage(message);

onExchange((exchange) => report({ type: 'exchange', exchange }));

addEventListener('message', ({ data: message }: MessageEvent<ToWorker>) => {
  if (message.type === 'start') start(message);
  else if (message.type === 'abort') runner.abort();
  else void run(message);
});

function start({ userId, lock }: ToWorker & { type: 'start' }): void {
  db = openDatabase(userId);
  runner = runnerOf(db, call);
  void navigator.locks.request(lock, () => {
    report({ type: 'started' });
    // Held until the worker ends, which the page notices by the lock.
    return new Promise(() => undefined);
  });
}

/** Sends a request. A refusal may say that the user is signed out or the app outdated, which the page handles. */
const call: Transport['call'] = (address, input, options) =>
  callAt(address, input, options).catch((thrown: unknown) => {
    if (thrown instanceof CallFailure) report({ type: 'refused', kind: thrown.kind, token: options?.token ?? null });
    throw thrown;
  });

async function run({ id, stealLockAfterMs }: ToWorker & { type: 'run' }): Promise<void> {
  try {
    if (await isFirstLoad()) channel.reportWithGaps(firstLoadGapMs);
    const result = await runner.run(stealLockAfterMs === undefined ? {} : { stealLockAfterMs });
    channel.reportAtOnce();
    report({ type: 'result', id, result });
  } catch (thrown) {
    channel.reportAtOnce();
    const { name, message } = thrown instanceof Error ? thrown : new Error(String(thrown));
    report({ type: 'failed', id, why: thrown instanceof NotSaved ? thrown.why : null, name, message });
  }
}

/** Returns whether no pass has ended yet on this device. A storage error is reported by the pass. */
const isFirstLoad = (): Promise<boolean> =>
  db.fact('lastSyncAt').then(
    (at) => at === undefined,
    () => false,
  );
