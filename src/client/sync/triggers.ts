import { onSignedOut, signedInPerson, reportSignedOut } from '../api/session.ts';
import type { LocalDatabase } from '../local/database.ts';
import { clearSession } from '../local/device.ts';
import { ignoreStorageErrors } from '../local/storage-errors.ts';
import { isOnline, onConnectivity, probe, watchConnectivity } from './connectivity.ts';
import { Engine } from './engine.ts';
import type { PassEnd } from './error-table.ts';
import { watchLine, type LineWatch } from './line-watch.ts';
import { settleAll } from './money.ts';
import { lockAway, rememberWaiting } from './other-people.ts';
import { passesOf, type PagePasses } from './page-passes.ts';
import { holdLine } from './pokes.ts';
import { askBackgroundSync, askToKeep, showBadge } from './platform.ts';
import { onQueued } from './signals.ts';
import { noteEngine, onSyncStatus, syncStatus, watchStatus } from './status.ts';

/** Milliseconds. */
const afterQueued = 100;
const pollEvery = 60_000;

interface Running {
  engine: Engine;
  stop(): void;
}

let current: Running | null = null;

/** Keeps this person's device and the server the same, from now until `stopSync`. Also settles what is in doubt. */
export function startSync(db: LocalDatabase): void {
  stopSync();
  const passes = passesOf(db);
  const run = async (isHurried: boolean): Promise<PassEnd> => {
    const end = await passes.run(isHurried);
    if (end.kind !== 'idle' && syncStatus().waiting > 0) askBackgroundSync();
    return end;
  };
  const engine = new Engine({ run, note: noteEngine, now: Date.now, random: Math.random });
  const stops = [
    watchConnectivity(),
    watchStatus(db),
    ...listen(db, engine),
    watchLine(lineWatchOf(engine, passes)),
    watchLine(settlingOf(db)),
    onSignedOut((token) => signedOut(db, token)),
  ];
  current = {
    engine,
    stop: () => {
      engine.stop();
      for (const stop of stops) stop();
    },
  };
  engine.request('news');
  // A storage that fails here fails the first pass too, which says so.
  void passes.prepare().then(
    () => settleAll(db),
    () => null,
  );
}

/** Stops; what waits stays where it is. */
export function stopSync(): void {
  current?.stop();
  current = null;
}

/** Runs a pass by hand and gives how it ended; also when a wait had been agreed. */
export const syncNow = async (): Promise<PassEnd> => (current ? current.engine.now() : { kind: 'signIn' });

/** Stops syncing in this tab and removes the server's rows from the device, which another user may use next. */
async function signedOut(db: LocalDatabase, token: string | null): Promise<void> {
  stopSync();
  await clearSession(db.userId, token);
  await lockAway(db);
}

function listen(db: LocalDatabase, engine: Engine): (() => void)[] {
  return [
    onQueued(() => {
      askToKeep();
      if (!isOnline()) askBackgroundSync();
      engine.request('hint', afterQueued);
    }),
    onConnectivity((online) => {
      if (!online) return;
      lineIsGood(engine);
      ignoreStorageErrors(settleAll(db));
    }),
    onSyncStatus(anotherSucceeded(() => engine.lineIsGood())),
    onSyncStatus(
      countChanged((count) => {
        showBadge(count);
        ignoreStorageErrors(rememberWaiting(db, count));
      }),
    ),
    listenToTabs(db),
    listenToPage(db, engine),
  ];
}

/** Another tab has signed this person out, or somebody else in. */
function listenToTabs(db: LocalDatabase): () => void {
  const onStored = ({ key }: StorageEvent) => {
    if ((key === 'cod_token' || key === null) && signedInPerson()?.id !== db.userId) reportSignedOut();
  };
  addEventListener('storage', onStored);
  return () => removeEventListener('storage', onStored);
}

/** The server has just been reached: a wait for it ends, and there may be news. */
function lineIsGood(engine: Engine): void {
  if (!engine.lineIsGood()) engine.request('news');
}

/** Calls `cut` after a pass of another tab or of the service worker, and of this tab, which then waits for nothing. */
function anotherSucceeded(cut: () => void): () => void {
  let known = syncStatus().lastSyncAt;
  return () => {
    const { lastSyncAt } = syncStatus();
    if (lastSyncAt !== null && lastSyncAt !== known) cut();
    known = lastSyncAt;
  };
}

/** While this page is seen and something waits for the server, it is asked whether it is back. */
function lineWatchOf(engine: Engine, passes: PagePasses): LineWatch {
  return {
    isWanted: () =>
      document.visibilityState === 'visible' &&
      (engine.waitsForLine() || engine.isRunning()) &&
      (syncStatus().waiting > 0 || !isOnline()),
    onGood: (wasBad) => {
      if (!engine.isRunning()) engine.lineIsGood();
      else if (wasBad && passes.abort()) engine.runAnotherAtOnce();
    },
  };
}

/** While this page is seen and a call that moves money is in doubt, also one of a tab that was closed. */
const settlingOf = (db: LocalDatabase): LineWatch => ({
  isWanted: () => document.visibilityState === 'visible' && syncStatus().inDoubt > 0,
  onGood: () => ignoreStorageErrors(settleAll(db)),
});

function countChanged(tell: (count: number) => void): () => void {
  let known = -1;
  return () => {
    const { waiting, parked, inDoubt } = syncStatus();
    const count = waiting + parked + inDoubt;
    if (count === known) return;
    known = count;
    tell(known);
  };
}

/** While the page is seen: a line for pokes, or a question each minute; and one whenever it comes into view. */
function listenToPage(db: LocalDatabase, engine: Engine): () => void {
  let line: AbortController | null = null;
  let open = false;
  const onPoke = () => lineIsGood(engine);
  const onLine = (now: boolean) => void (open = now);
  const look = () => {
    const seen = document.visibilityState === 'visible';
    if (seen && !line) {
      line = new AbortController();
      void holdLine(db, { signal: line.signal, onPoke, onLine });
      engine.request('news');
    }
    if (seen) return;
    line?.abort();
    line = null;
    if (syncStatus().waiting > 0) askBackgroundSync();
  };
  const poll = setInterval(() => {
    if (!line) return;
    if (!isOnline()) void probe();
    else if (!open) engine.request('hint');
  }, pollEvery);
  // A connection for pokes waits longer after each failure: when the line is good, it need not.
  const stopLine = onConnectivity((online) => {
    if (!online || !line || open) return;
    line.abort();
    line = null;
    look();
  });
  const shown = () => engine.request('news');
  document.addEventListener('visibilitychange', look);
  addEventListener('pageshow', shown);
  look();
  return () => {
    line?.abort();
    stopLine();
    clearInterval(poll);
    document.removeEventListener('visibilitychange', look);
    removeEventListener('pageshow', shown);
  };
}
