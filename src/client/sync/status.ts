import type { LocalDatabase } from '../local/database.ts';
import type { Fact, Facts } from '../local/meta.ts';
import { isOnline, onConnectivity } from './connectivity.ts';
import { lastingQuery } from './lasting-query.ts';
import { readDoubts } from './money.ts';
import { isStorageFailing, onStorageFailing } from './storage-recovery.ts';

/** What the header's dot says. */
export interface SyncStatus {
  state: 'synced' | 'syncing' | 'waiting' | 'inDoubt' | 'needsYou' | 'signIn' | 'outdated' | 'storage' | 'busy';
  online: boolean;
  /** Items on their way. */
  waiting: number;
  /** Items that need the person. */
  parked: number;
  /** Money calls whose outcome is not known. */
  inDoubt: number;
  /** Milliseconds; when everything was the same as on the server, or null. */
  lastSyncAt: number | null;
  /** Rows of the first load while it runs. */
  firstLoad: { done: number; total: number } | null;
  /** Milliseconds; when the next try begins by itself. */
  retryAt: number | null;
}

/** What the engine of this tab is doing. */
export interface EngineState {
  running: boolean;
  busy: boolean;
  /** What stopped the last pass of this tab, until the next one runs: another tab or the service worker says nothing. */
  pause: 'signIn' | 'outdated' | 'storage' | null;
  retryAt: number | null;
}

const atRest: EngineState = { running: false, busy: false, pause: null, retryAt: null };
const nothing = { waiting: 0, parked: 0, inDoubt: 0, facts: {} as Partial<Facts> };

let engine = atRest;
let stored = nothing;
let status = work();
const listeners = new Set<() => void>();

/** The status now; the same object until something changes. */
export const syncStatus = (): SyncStatus => status;

/** Calls `listener` when the status has changed; returns how to stop. */
export function onSyncStatus(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says what the engine of this tab is doing. */
export function noteEngine(state: EngineState): void {
  engine = state;
  refresh();
}

/** Follows one person's outbox and facts, whoever in this browser changes them; returns how to stop. */
export function watchStatus(db: LocalDatabase): () => void {
  const reading = lastingQuery(db, () => readStored(db)).subscribe((now) => {
    stored = now;
    refresh();
  });
  const stops = [onConnectivity(refresh), onStorageFailing(refresh)];
  return () => {
    reading.unsubscribe();
    for (const stop of stops) stop();
    engine = atRest;
    stored = nothing;
    refresh();
  };
}

async function readStored(db: LocalDatabase): Promise<typeof stored> {
  const states = (await db.outbox.orderBy('state').keys()) as string[];
  const parked = states.filter((state) => state === 'failed' || state === 'conflict').length;
  const facts = Object.fromEntries((await db.meta.toArray()).map(({ k, v }: Fact) => [k, v])) as Partial<Facts>;
  const { length: inDoubt } = await readDoubts(db);
  return { waiting: states.length - parked, parked, inDoubt, facts };
}

function refresh(): void {
  const next = work();
  if (JSON.stringify(next) === JSON.stringify(status)) return;
  status = next;
  for (const listener of listeners) listener();
}

function work(): SyncStatus {
  const { facts, ...counts } = stored;
  const { lastSyncAt = null, load: firstLoad = null } = facts;
  return { state: stateNow(), online: isOnline(), ...counts, lastSyncAt, firstLoad, retryAt: engine.retryAt };
}

/** What the person can do something about comes first; then what is going on. */
function stateNow(): SyncStatus['state'] {
  const { waiting, parked, inDoubt } = stored;
  if (engine.pause) return engine.pause;
  if (isStorageFailing()) return 'storage';
  if (parked > 0) return 'needsYou';
  if (inDoubt > 0) return 'inDoubt';
  if (engine.running) return 'syncing';
  if (engine.busy) return 'busy';
  return waiting > 0 ? 'waiting' : 'synced';
}
