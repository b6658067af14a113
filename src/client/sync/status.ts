import { countOutbox } from './pending.ts';
import { reportFirstLoad } from '../base/idle.ts';
import { createSignal } from '../base/signal.ts';
import { countInDoubt } from '../local/stored.ts';
import type { LocalDatabase } from '../local/database.ts';
import type { Fact, Facts } from '../local/meta.ts';
import { isOnline, onConnectivity } from './connectivity.ts';
import { lastingQuery } from './lasting-query.ts';
import { readCallsInDoubt } from './money.ts';
import { isStorageFailing, onStorageFailing } from './storage-recovery.ts';

/** The state of sync as the header shows it. */
export interface SyncStatus {
  state:
    | 'synced'
    | 'syncing'
    | 'waiting'
    | 'inDoubt'
    | 'needsYou'
    | 'signIn'
    | 'outdated'
    | 'storage'
    | 'full'
    | 'busy';
  online: boolean;
  /** This tab exchanges changes with the server now. */
  running: boolean;
  /** Items that will be sent automatically. */
  waiting: number;
  /** Items that need the user. */
  parked: number;
  /** Money calls whose outcome is not known. */
  inDoubt: number;
  /** Those of them that only create a user, and move no money. */
  usersInDoubt: number;
  /** Milliseconds; when the last pass ended with nothing left, or null. */
  lastSyncAt: number | null;
  /** Rows of the first load while it runs; 0 of 0 until the server has sent their number. */
  firstLoad: { done: number; total: number } | null;
  /** Milliseconds; when the next automatic try begins. */
  retryAt: number | null;
}

/** The state of this tab's engine. */
export interface EngineState {
  running: boolean;
  busy: boolean;
  /** Why the last pass of this tab stopped, until the next one runs. Known to this tab only. */
  pause: 'signIn' | 'outdated' | 'storage' | 'full' | null;
  retryAt: number | null;
}

const idleEngine: EngineState = { running: false, busy: false, pause: null, retryAt: null };
const nothingStored = { waiting: 0, parked: 0, inDoubt: 0, usersInDoubt: 0, facts: {} as Partial<Facts> };

let engine = idleEngine;
let stored = nothingStored;
let isWatched = false;
let status = computeStatus();
const changes = createSignal();

/** Returns the current status; the same object until something changes. */
export const syncStatus = (): SyncStatus => status;

/** Calls `listener` when the status has changed; returns a function to unsubscribe. */
export const onSyncStatus = (listener: () => void): (() => void) => changes.subscribe(listener);

/** Records what the engine of this tab is doing. */
export function reportEngineState(state: EngineState): void {
  engine = state;
  updateStatus();
}

/** Follows a user's outbox and facts, also as other tabs change them; returns a function that stops this. */
export function watchStatus(db: LocalDatabase): () => void {
  isWatched = true;
  const reading = lastingQuery(db, () => readStored(db)).subscribe((now) => {
    stored = now;
    updateStatus();
  });
  const stops = [onConnectivity(updateStatus), onStorageFailing(updateStatus)];
  updateStatus();
  return () => {
    reading.unsubscribe();
    for (const stop of stops) stop();
    engine = idleEngine;
    stored = nothingStored;
    isWatched = false;
    updateStatus();
  };
}

async function readStored(db: LocalDatabase): Promise<typeof stored> {
  const counts = await countOutbox(db);
  const facts = Object.fromEntries((await db.meta.toArray()).map(({ k, v }: Fact) => [k, v])) as Partial<Facts>;
  return { ...counts, ...countInDoubt(await readCallsInDoubt(db)), facts };
}

function updateStatus(): void {
  const next = computeStatus();
  reportFirstLoad(isWatched && (next.firstLoad !== null || (next.lastSyncAt === null && next.online)));
  if (JSON.stringify(next) === JSON.stringify(status)) return;
  status = next;
  changes.emit();
}

function computeStatus(): SyncStatus {
  const { facts, ...counts } = stored;
  const { lastSyncAt = null } = facts;
  const isBeforeFirstLoad = lastSyncAt === null && isOnline() && (engine.running || engine.retryAt !== null);
  const firstLoad = facts.load ?? (isBeforeFirstLoad ? { done: 0, total: 0 } : null);
  const { running, retryAt } = engine;
  return { state: stateNow(), online: isOnline(), running, ...counts, lastSyncAt, firstLoad, retryAt };
}

/** States that the user can act on come first, then the current activity. */
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
