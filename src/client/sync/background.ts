import type { LocalDatabase } from '../local/database.ts';
import { isOutage, type PassEnd } from './error-table.ts';
import { deviceOutside, type Line, type Outside } from './line.ts';
import { isReady, probeEvery } from './line-watch.ts';
import { runPass } from './pass.ts';
import { storing } from './storage.ts';

/** Milliseconds; browsers end an event of the service worker after about three minutes. */
const within = 150_000;

interface BackgroundOptions {
  run?: (db: LocalDatabase, outside: Outside) => Promise<PassEnd>;
  /** Aborted when a newer service worker is to take over: browsers hold it back while an event of this one goes on. */
  signal?: AbortSignal;
}

/**
 * Runs passes without a page until everything is sent or the user is needed. While the server or the line is out it
 * asks every 2.5 s whether they are back, for 2.5 minutes. Throws when something could not be sent, so that the
 * browser starts it again later.
 */
export async function sendInBackground(
  db: LocalDatabase,
  outside: Outside = deviceOutside,
  { run = runPass, signal }: BackgroundOptions = {},
): Promise<void> {
  const ending = signal ? endingWith(signal, outside) : outside;
  const { line, means } = ending;
  const until = means.now() + within;
  const isLate = () => signal?.aborted || means.now() > until;
  do {
    const end = await storing(db, () => run(db, ending));
    if (needsNoMore(end)) return;
    do {
      if (!isOutage(end) || isLate()) throw new Error(`Later: ${end.kind}`);
      await means.wait(probeEvery);
    } while (!(await isReady(line.call)));
    // After a sign-out, opening the database would create again what was deleted.
  } while (await line.token(db.userId));
}

/** Whether everything is sent, or only the user can go on. */
const needsNoMore = ({ kind }: PassEnd) => kind === 'idle' || kind === 'signIn' || kind === 'outdated';

/** The same outside, whose requests fail and whose waits end when `signal` aborts. */
function endingWith(signal: AbortSignal, { line, means }: Outside): Outside {
  const call = ((address, input, options) => line.call(address, input, { ...options, signal })) as Line['call'];
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  const wait = async (ms: number) => Promise.race([means.wait(ms), aborted]);
  return { line: { ...line, call }, means: { ...means, wait } };
}
