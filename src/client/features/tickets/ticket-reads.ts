import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { ResponseRow, TicketRow } from '../../../contract/tickets.ts';
import { createSignal, type Signal } from '../../base/signal.ts';
import { currentDatabase } from '../../local/current.ts';
import type { LocalDatabase } from '../../local/database.ts';
import type { OutboxItem } from '../../local/stored.ts';
import { lastingQuery } from '../../sync/lasting-query.ts';
import { readLane, readMerged, readTicket } from './queries.ts';

export interface OpenedTicket {
  ticket: TicketRow;
  /** The tickets that are merged into it. */
  merged: TicketRow[];
  /** The responses to it and to those merged into it, oldest first. */
  responses: ResponseRow[];
  /** The outbox items of the ticket, oldest first. */
  lane: OutboxItem[];
  /** The outbox items of the tickets that are merged into it. */
  mergedLanes: OutboxItem[];
}

/** A live query for a ticket, shared by the page that shows it and those that open it next. */
interface TicketRead {
  /** Null when this device does not have the ticket; undefined until it is read. */
  found: OpenedTicket | null | undefined;
  changes: Signal<void>;
  stop: () => void;
}

/** Milliseconds for which a ticket that nothing shows any more is kept current. */
const keptMs = 1_000;

/** Milliseconds after the open ticket is painted until those beside it in the queue are read. */
const restMs = 60;

const readsByDatabase = new WeakMap<LocalDatabase, Map<string, TicketRead>>();

/**
 * Returns this device's copy of a ticket by UUID or number, kept current: null when it has none, undefined until it is
 * read. A ticket that was read ahead is known at the first render.
 */
export function useTicketRead(ref: string): OpenedTicket | null | undefined {
  const db = currentDatabase();
  const follow = useCallback((listener: () => void) => followTicket(db, ref, listener), [db, ref]);
  return useSyncExternalStore(follow, () => readsByDatabase.get(db)?.get(ref)?.found);
}

/** Reads tickets that are likely to be opened next, so that they are shown at once, and keeps them current. */
export function useReadAhead(ids: readonly string[]): void {
  const db = currentDatabase();
  const wanted = ids.join();
  useEffect(() => {
    let stops: (() => void)[] = [];
    const follow = () => {
      stops = wanted.split(',').map((id) => followTicket(db, id, () => undefined));
    };
    const timer = wanted === '' ? undefined : setTimeout(follow, restMs);
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [db, wanted]);
}

function followTicket(db: LocalDatabase, ref: string, listener: () => void): () => void {
  const reads = readsByDatabase.get(db) ?? new Map<string, TicketRead>();
  readsByDatabase.set(db, reads);
  const read = reads.get(ref) ?? startRead(db, ref);
  reads.set(ref, read);
  const unsubscribe = read.changes.subscribe(listener);
  return () => {
    unsubscribe();
    setTimeout(() => {
      if (read.changes.hasListeners() || reads.get(ref) !== read) return;
      reads.delete(ref);
      read.stop();
    }, keptMs);
  };
}

function startRead(db: LocalDatabase, ref: string): TicketRead {
  const read: TicketRead = { found: undefined, changes: createSignal(), stop: () => undefined };
  const query = lastingQuery(db, () => readOpened(db, ref)).subscribe((found) => {
    read.found = found;
    read.changes.emit();
  });
  read.stop = () => query.unsubscribe();
  return read;
}

/** Reads a ticket and what belongs to it in one transaction. */
const readOpened = (db: LocalDatabase, ref: string): Promise<OpenedTicket | null> =>
  db.transaction('r', db.tickets, db.responses, db.outbox, async () => {
    const ticket = await readTicket(db, ref);
    if (!ticket) return null;
    const [content, lane] = await Promise.all([readMerged(db, ticket), readLane(db, ticket.id)]);
    const lanes = await Promise.all(content.merged.map(({ id }) => readLane(db, id)));
    return { ticket, ...content, lane, mergedLanes: lanes.flat() };
  });
