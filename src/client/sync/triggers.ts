import { onSignedOut, sessionToken, signedInPerson, tellSignedOut } from '../api/session.ts';
import type { LocalDatabase } from '../local/database.ts';
import { clearSession, saveSession } from '../local/device.ts';
import { isOnline, onConnectivity, probe, watchConnectivity } from './connectivity.ts';
import { Engine } from './engine.ts';
import type { PassEnd } from './error-table.ts';
import { settleAll } from './money.ts';
import { rememberWaiting, wipeOthers } from './other-people.ts';
import { holdLine } from './pokes.ts';
import { runPass } from './pass.ts';
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
  const ready = prepare(db);
  const run = async (): Promise<PassEnd> => {
    await ready;
    // A pass marks what it takes as sent; what is written in a known dead spot stays unsent and may be taken back.
    if (!isOnline()) await probe();
    if (!isOnline()) return { kind: 'offline' };
    const end = await runPass(db);
    if (end.kind !== 'idle' && syncStatus().waiting > 0) askBackgroundSync();
    return end;
  };
  const engine = new Engine({ run, note: noteEngine, now: Date.now, random: Math.random });
  const stops = [watchConnectivity(), watchStatus(db), ...listen(db, engine), onSignedOut(() => void signedOut(db))];
  current = {
    engine,
    stop: () => {
      engine.stop();
      for (const stop of stops) stop();
    },
  };
  engine.request('news');
  void ready.then(() => settleAll(db));
}

/** Stops; what waits stays where it is. */
export function stopSync(): void {
  current?.stop();
  current = null;
}

/** Runs a pass by hand and gives how it ended; also when a wait had been agreed. */
export const syncNow = async (): Promise<PassEnd> => (current ? current.engine.now() : { kind: 'signIn' });

/** The service worker cannot read local storage, so the session is laid where both can; nobody else's rows stay open. */
async function prepare(db: LocalDatabase): Promise<void> {
  const person = signedInPerson();
  const token = sessionToken();
  if (!person || !token || person.id !== db.userId) return;
  await saveSession({ userId: person.id, token });
  await db.setFact('person', { id: person.id, name: person.name, email: person.email, role: person.role });
  await wipeOthers(db.userId);
}

async function signedOut(db: LocalDatabase): Promise<void> {
  stopSync();
  await clearSession(db.userId);
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
      engine.request('news');
      void settleAll(db);
    }),
    onSyncStatus(
      countChanged((count) => {
        showBadge(count);
        void rememberWaiting(db, count);
      }),
    ),
    listenToTabs(db),
    listenToPage(db, engine),
  ];
}

/** Another tab has signed this person out, or somebody else in. */
function listenToTabs(db: LocalDatabase): () => void {
  const onStored = ({ key }: StorageEvent) => {
    if ((key === 'cod_token' || key === null) && signedInPerson()?.id !== db.userId) tellSignedOut();
  };
  addEventListener('storage', onStored);
  return () => removeEventListener('storage', onStored);
}

function countChanged(tell: (count: number) => void): () => void {
  let known = -1;
  return () => {
    const { waiting, parked } = syncStatus();
    if (waiting + parked === known) return;
    known = waiting + parked;
    tell(known);
  };
}

/** While the page is seen: a line for pokes, or a question each minute; and one whenever it comes into view. */
function listenToPage(db: LocalDatabase, engine: Engine): () => void {
  let line: AbortController | null = null;
  let open = false;
  const onPoke = () => engine.request('news');
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
  const shown = () => engine.request('news');
  document.addEventListener('visibilitychange', look);
  addEventListener('pageshow', shown);
  look();
  return () => {
    line?.abort();
    clearInterval(poll);
    document.removeEventListener('visibilitychange', look);
    removeEventListener('pageshow', shown);
  };
}
