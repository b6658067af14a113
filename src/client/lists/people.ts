import { useMemo, useState, useSyncExternalStore } from 'react';
import { userIdsMax } from '../../contract/limits.ts';
import { listUsers, listUsersByIds, type DirectoryUser } from '../../contract/people.ts';
import { matcher, searchText } from '../../contract/search.ts';
import { call } from '../api/call.ts';
import type { CallFailure } from '../api/failure.ts';
import { may } from '../api/session.ts';
import { whenIdle } from '../base/idle.ts';
import { createSignal } from '../base/signal.ts';
import { currentDatabase } from '../local/current.ts';
import type { LocalDatabase } from '../local/database.ts';
import { ignoreStorageErrors } from '../local/storage-errors.ts';
import { useLiveQuery } from '../sync/use-live-query.ts';
import { useAsking } from '../sync/use-request.ts';
import { useOnline, useSyncStatus } from '../sync/use-sync-status.ts';

type People = ReadonlyMap<number, DirectoryUser>;

/** The users that the server has sent to this page, for each database of a user; the device stores the newest alone. */
const answered = new WeakMap<LocalDatabase, People>();
const noPeople: People = new Map();
const changed = createSignal();

const peopleOf = (db: LocalDatabase): People => answered.get(db) ?? noPeople;

/**
 * The users of this device as this page has read them last: shown in the render in which they are wanted, until the
 * database has answered.
 */
const remembered = new WeakMap<LocalDatabase, Map<number, DirectoryUser>>();

/** Returns the remembered users; the first call reads all of the device when the browser is idle. */
function rememberedOf(db: LocalDatabase): Map<number, DirectoryUser> {
  const known = remembered.get(db);
  if (known) return known;
  const people = new Map<number, DirectoryUser>();
  remembered.set(db, people);
  const readAll = async () => {
    for (const person of await db.people.toArray()) if (!people.has(person.id)) people.set(person.id, person);
  };
  whenIdle(() => ignoreStorageErrors(readAll()));
  return people;
}

function keepPeople(db: LocalDatabase, people: readonly DirectoryUser[]): void {
  answered.set(db, new Map([...peopleOf(db), ...people.map((person) => [person.id, person] as const)]));
  changed.emit();
}

/**
 * Returns those of these users that are known: from this device, and from the server where this device does not store
 * them, online and for users who may read them. A deleted user stays unknown.
 */
export function usePeople(ids: readonly number[]): People {
  const db = currentDatabase();
  const { online, firstLoad } = useSyncStatus();
  const wanted = [...new Set(ids)].toSorted((a, b) => a - b).join();
  const here = useLiveQuery(() => readHere(db, wanted), [db, wanted]);
  const there = useSyncExternalStore(changed.subscribe, () => peopleOf(db));
  const isKnown = (id: number) => here?.people.has(id) || there.has(id);
  // Until the device has answered for these users, nothing is missing.
  const missing =
    here?.wanted === wanted
      ? idsIn(wanted)
          .filter((id) => !isKnown(id))
          .join()
      : '';
  // The first load may still bring them.
  const isAsked = missing !== '' && online && firstLoad === null && may('people');
  useAsking(
    missing,
    (signal) => requestPeople(idsIn(missing), signal),
    isAsked,
    (result) => {
      // Without an answer they stay unknown, until other users are wanted or the connection is back.
      if (!result.failure) keepPeople(db, result.data);
    },
  );
  const known = idsIn(wanted).flatMap((id) => {
    const person = (here?.wanted === wanted ? here.people : rememberedOf(db)).get(id) ?? there.get(id);
    return person ? [person] : [];
  });
  // As a text, which is the same when the database answers what was remembered: no row is rendered again then.
  const text = JSON.stringify(known);
  return useMemo(() => peopleIn(text), [text]);
}

const peopleIn = (text: string): People =>
  new Map((JSON.parse(text) as DirectoryUser[]).map((person) => [person.id, person]));

const idsIn = (text: string): number[] => (text === '' ? [] : text.split(',').map(Number));

async function readHere(db: LocalDatabase, wanted: string): Promise<{ wanted: string; people: People }> {
  const people = await readPeopleHere(db, idsIn(wanted));
  const known = rememberedOf(db);
  for (const id of idsIn(wanted)) {
    const person = people.get(id);
    if (person) known.set(id, person);
    else known.delete(id);
  }
  return { wanted, people };
}

/** Reads those of these users that this device stores. */
export async function readPeopleHere(db: LocalDatabase, ids: readonly number[]): Promise<Map<number, DirectoryUser>> {
  const people = await db.people.bulkGet([...ids]);
  return new Map(people.flatMap((person) => (person ? [[person.id, person] as const] : [])));
}

/** Requests users by their ids, without deleted ones. Throws `CallFailure`. */
export async function requestPeople(ids: readonly number[], signal: AbortSignal): Promise<DirectoryUser[]> {
  const people: DirectoryUser[] = [];
  for (let start = 0; start < ids.length; start += userIdsMax) {
    const part = ids.slice(start, start + userIdsMax).join();
    people.push(...(await call(listUsersByIds, { ids: part }, { signal })).users);
  }
  return people;
}

/** What the server has found besides the users of this device. */
export interface PeopleSearch {
  people: readonly DirectoryUser[];
  /** `none`: nothing is searched; `offline`: only this device can be searched. */
  state: 'none' | 'loading' | 'found' | 'failed' | 'offline';
  retry: () => void;
}

/** Number of users that a search requests. */
const foundMax = 20;
/** Milliseconds without a key before the server is asked. */
const pauseMs = 250;

interface Answer {
  request: string;
  people: readonly DirectoryUser[];
  failure?: CallFailure;
}

/** Searches the users of the server by name, e-mail, username and id, after a pause; a later query ends an earlier one. */
export function usePeopleSearch(text: string): PeopleSearch {
  const db = currentDatabase();
  const online = useOnline();
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<Answer>({ request: '', people: [] });
  const query = text.trim();
  const request = `${query} ${attempt}`;
  const search = async (signal: AbortSignal) => {
    await new Promise((resolve) => void setTimeout(resolve, pauseMs));
    return signal.aborted ? [] : requestFound(query, signal);
  };
  useAsking(request, search, online && query !== '', (result) => {
    if (result.failure) return setAnswer({ request, people: [], failure: result.failure });
    keepPeople(db, result.data);
    setAnswer({ request, people: result.data });
  });
  return { ...resultOf(answer, { query, request, online }), retry: () => setAttempt((now) => now + 1) };
}

/** While the server is asked, those of the last answer that match stay. */
function resultOf(
  answer: Answer,
  { query, request, online }: { query: string; request: string; online: boolean },
): Omit<PeopleSearch, 'retry'> {
  if (query === '') return { people: [], state: 'none' };
  if (answer.request === request) return { people: answer.people, state: answer.failure ? 'failed' : 'found' };
  const isWanted = matcher(query);
  const people = answer.people.filter(({ name, email }) => isWanted(searchText([name, email])));
  return { people, state: online ? 'loading' : 'offline' };
}

async function requestFound(search: string, signal: AbortSignal): Promise<DirectoryUser[]> {
  const { data } = await call(listUsers, { search, per_page: foundMax }, { signal });
  return data.data.map(({ id, name, email, role, is_active }) => ({ id, name, email, role, is_active }));
}
