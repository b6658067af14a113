import { onSignedOut, signedInPerson, reportSignedOut } from '../api/session.ts';
import type { LocalDatabase } from '../local/database.ts';
import { clearSession } from '../local/device.ts';
import { ignoreStorageErrors } from '../local/storage-errors.ts';
import { lastingQuery } from './lasting-query.ts';
import { isOnline, onConnectivity, probe, watchConnectivity } from './connectivity.ts';
import { Engine } from './engine.ts';
import type { PassResult } from './error-table.ts';
import { watchConnection, type ConnectionWatch } from './connection-watch.ts';
import { settleAll } from './money.ts';
import { wipeAndClose, storePendingCount } from './user-data.ts';
import { passesOf, type PagePasses } from './page-passes.ts';
import { keepEventStreamOpen } from './event-stream.ts';
import { requestBackgroundSync } from './background-sync.ts';
import { requestPersistentStorage, showBadge } from './browser-features.ts';
import { onQueued } from './perform.ts';
import { reportEngineState, onSyncStatus, syncStatus, watchStatus } from './status.ts';

const queuedDelayMs = 100;
const pollIntervalMs = 60_000;

interface Running {
  engine: Engine;
  stop(): void;
}

let current: Running | null = null;

/**
 * Syncs this user's database with the server until `stopSync`, and settles money calls in doubt. `workerScript`: the
 * address of a worker of the page that runs the passes; without it the page does.
 */
export function startSync(db: LocalDatabase, workerScript?: string): void {
  stopSync();
  const passes = passesOf(db, workerScript);
  const run = async (isAfterOutage: boolean): Promise<PassResult> => {
    const result = await passes.run(isAfterOutage);
    if (result.kind !== 'idle' && syncStatus().waiting > 0) requestBackgroundSync();
    return result;
  };
  const engine = new Engine({ run, onState: reportEngineState, now: Date.now, random: Math.random });
  const stopCalls = [
    watchConnectivity(),
    watchStatus(db),
    ...followSignals(db, engine),
    watchConnection([connectionWatchOf(engine, passes), settlementWatchOf(db)]),
    onSignedOut((token) => handleSignOut(db, token)),
  ];
  current = {
    engine,
    stop: () => {
      engine.stop();
      passes.stop();
      for (const stop of stopCalls) stop();
    },
  };
  engine.request('news');
  // A storage error is reported by the first pass.
  void passes.prepare().then(
    () => ignoreStorageErrors(settleAll(db)),
    () => null,
  );
}

/** Stops syncing; pending changes stay in the outbox. */
export function stopSync(): void {
  current?.stop();
  current = null;
}

/** Runs a pass at the user's request, also during a back-off, and returns its result. */
export const syncNow = async (): Promise<PassResult> => (current ? current.engine.runNow() : { kind: 'signIn' });

/** Stops syncing in this tab and removes the server's rows from the device, which another user may use next. */
async function handleSignOut(db: LocalDatabase, token: string | null): Promise<void> {
  stopSync();
  await clearSession(db.userId, token);
  await wipeAndClose(db);
}

function followSignals(db: LocalDatabase, engine: Engine): (() => void)[] {
  const showCounts = badgeOf();
  const unread = lastingQuery(db, () => db.notifications.where('_unread').equals(1).count());
  const following = unread.subscribe((count) => showCounts({ unread: count }));
  return [
    () => following.unsubscribe(),
    onQueued(() => {
      requestPersistentStorage();
      if (!isOnline()) requestBackgroundSync();
      engine.request('hint', queuedDelayMs);
    }),
    onConnectivity((online) => {
      if (!online) return;
      onServerReached(engine);
      ignoreStorageErrors(settleAll(db));
    }),
    onSyncStatus(onPassSuccess(() => engine.retryAfterOutage())),
    onSyncStatus(
      onCountChange((count) => {
        showCounts({ pending: count });
        ignoreStorageErrors(storePendingCount(db, count));
      }),
    ),
    listenToTabs(db),
    listenToPage(db, engine),
  ];
}

/** Returns a function that takes new counts and shows their sum on the app's icon. */
function badgeOf() {
  const counts = { pending: 0, unread: 0 };
  return (changed: Partial<typeof counts>) => {
    Object.assign(counts, changed);
    showBadge(counts.pending + counts.unread);
  };
}

/** Reports a sign-out when another tab has signed this user out or another user in. */
function listenToTabs(db: LocalDatabase): () => void {
  const onStored = ({ key }: StorageEvent) => {
    if ((key === 'cod_token' || key === null) && signedInPerson()?.id !== db.userId) reportSignedOut();
  };
  addEventListener('storage', onStored);
  return () => removeEventListener('storage', onStored);
}

/** Called when the server was just reached: ends a wait for it, or requests a pass. */
function onServerReached(engine: Engine): void {
  if (!engine.retryAfterOutage()) engine.request('news');
}

/** Returns a status listener that calls `endWait` after a successful pass of any tab or the service worker. */
function onPassSuccess(endWait: () => void): () => void {
  let previous = syncStatus().lastSyncAt;
  return () => {
    const { lastSyncAt } = syncStatus();
    if (lastSyncAt !== null && lastSyncAt !== previous) endWait();
    previous = lastSyncAt;
  };
}

/**
 * Probes the server while this page is visible and changes are pending. When it answers, ends the wait for the
 * connection, or aborts a running pass that may hang on a lost connection.
 */
function connectionWatchOf(engine: Engine, passes: PagePasses): ConnectionWatch {
  return {
    isWanted: () =>
      document.visibilityState === 'visible' &&
      (engine.isWaitingForConnection() || engine.isRunning()) &&
      (syncStatus().waiting > 0 || !isOnline()),
    onGood: (wasBad) => {
      if (!engine.isRunning()) engine.retryAfterOutage();
      else if (wasBad && passes.abort()) engine.runAnotherAtOnce();
    },
  };
}

/** Probes the server while this page is visible and a money call is in doubt, also a call that a closed tab made. */
const settlementWatchOf = (db: LocalDatabase): ConnectionWatch => ({
  isWanted: () => document.visibilityState === 'visible' && syncStatus().inDoubt > 0,
  onGood: () => ignoreStorageErrors(settleAll(db)),
});

/** Returns a status listener that calls `notify` when the number of unfinished changes and money calls has changed. */
function onCountChange(notify: (count: number) => void): () => void {
  let notified = -1;
  return () => {
    const { waiting, parked, inDoubt } = syncStatus();
    const count = waiting + parked + inDoubt;
    if (count === notified) return;
    notified = count;
    notify(count);
  };
}

/**
 * While the page is visible, keeps an event stream open, or runs a pass each minute without one. Runs a pass when the
 * page becomes visible.
 */
function listenToPage(db: LocalDatabase, engine: Engine): () => void {
  let stream: AbortController | null = null;
  let isStreamOpen = false;
  const onChanges = () => onServerReached(engine);
  const onStreamState = (isOpen: boolean) => void (isStreamOpen = isOpen);
  const onVisibility = () => {
    const isVisible = document.visibilityState === 'visible';
    if (isVisible && !stream) {
      stream = new AbortController();
      void keepEventStreamOpen(db, { signal: stream.signal, onChanges, onStreamState });
      engine.request('news');
    }
    if (isVisible) return;
    stream?.abort();
    stream = null;
    if (syncStatus().waiting > 0) requestBackgroundSync();
  };
  const poll = setInterval(() => {
    if (!stream) return;
    if (!isOnline()) void probe();
    else if (!isStreamOpen) engine.request('hint');
  }, pollIntervalMs);
  // The event stream's back-off is pointless once the connection is back.
  const stopConnectivity = onConnectivity((online) => {
    if (!online || !stream || isStreamOpen) return;
    stream.abort();
    stream = null;
    onVisibility();
  });
  const onPageShow = () => engine.request('news');
  document.addEventListener('visibilitychange', onVisibility);
  addEventListener('pageshow', onPageShow);
  onVisibility();
  return () => {
    stream?.abort();
    stopConnectivity();
    clearInterval(poll);
    document.removeEventListener('visibilitychange', onVisibility);
    removeEventListener('pageshow', onPageShow);
  };
}
