import type { LocalDatabase } from '../local/database.ts';
import { isOutage, type PassResult } from './error-table.ts';
import { deviceEnvironment, type Transport, type SyncEnvironment } from './transport.ts';
import { isReady, probeIntervalMs } from './connection-watch.ts';
import { runPass } from './pass.ts';
import { withReserve } from './reserve.ts';

/** Milliseconds; browsers end an event of the service worker after about three minutes. */
const timeoutMs = 150_000;

interface BackgroundOptions {
  run?: (db: LocalDatabase, environment: SyncEnvironment) => Promise<PassResult>;
  /** Aborts when a newer service worker should take over, which browsers delay while the old one handles an event. */
  signal?: AbortSignal;
  /** Returns whether a page is visible, which then probes the server itself. */
  hasVisiblePage?: () => Promise<boolean>;
}

/**
 * Runs passes without a page until everything is sent or the user is needed. While the server or the connection is
 * down and no page is visible, probes every 2.5 s, for 2.5 minutes. Throws when an item could not be sent, so that the
 * browser repeats its sync event later.
 */
export async function sendInBackground(
  db: LocalDatabase,
  environment: SyncEnvironment = deviceEnvironment,
  options: BackgroundOptions = {},
): Promise<void> {
  const { run = runPass, signal } = options;
  const abortable = signal ? abortableBy(signal, environment) : environment;
  const { transport, runtime } = abortable;
  const until = runtime.now() + timeoutMs;
  const mustEnd = () => signal?.aborted || runtime.now() > until;
  do {
    const result = await withReserve(db, () => run(db, abortable));
    if (isFinished(result)) return;
    do {
      if (!isOutage(result) || mustEnd()) throw new Error(`Later: ${result.kind}`);
      await runtime.wait(probeIntervalMs);
    } while (!(await isServerReady(transport, options)));
    // Without a token the user has signed out, and a pass would create the deleted database again.
  } while (await transport.token(db.userId));
}

/** Probes the server, unless a page does. */
async function isServerReady({ call }: Transport, { hasVisiblePage }: BackgroundOptions): Promise<boolean> {
  return !(await hasVisiblePage?.()) && isReady(call);
}

/** Returns whether everything is sent, or nothing can be sent before the user acts. */
const isFinished = ({ kind }: PassResult) => kind === 'idle' || kind === 'signIn' || kind === 'outdated';

/** Returns the environment with requests that fail and waits that end when `signal` aborts. */
function abortableBy(signal: AbortSignal, { transport, runtime }: SyncEnvironment): SyncEnvironment {
  const call = ((address, input, options) =>
    transport.call(address, input, { ...options, signal })) as Transport['call'];
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  const wait = async (ms: number, end?: Promise<unknown>) => Promise.race([runtime.wait(ms, end), aborted]);
  return { transport: { ...transport, call }, runtime: { ...runtime, wait } };
}
