import { useState } from 'react';
import type { CallFailure } from '../api/failure.ts';
import { useAsking, type AnswerOrFailure } from '../sync/use-request.ts';
import { useOnline } from '../sync/use-sync-status.ts';

/** Rows of a list that only the server has, newest first; `next` is the `below` of the older ones, or null. */
interface CursorPage<Row> {
  entries: Row[];
  next: number | null;
}

/** Requests the rows that match and are older than the row `below`. Throws CallFailure. */
type Load<Query, Row> = (query: Query, below: number | undefined, signal: AbortSignal) => Promise<CursorPage<Row>>;

interface Loaded<Row> {
  /** The request that was answered last: its query, `below` and attempt. */
  request: string;
  entries: readonly Row[] | undefined;
  next: number | null;
  failure: CallFailure | null;
}

const nothing = { request: '', entries: undefined, next: null, failure: null };

/**
 * Requests the newest rows of a query while online, and older ones with `more`; they stay without a connection.
 */
export function useCursorPages<Query, Row>(load: Load<Query, Row>, query: Query) {
  const online = useOnline();
  const queryText = JSON.stringify(query);
  const [wanted, setWanted] = useState<{ query: string; below?: number | undefined; attempt: number }>({
    query: queryText,
    attempt: 0,
  });
  const [loaded, setLoaded] = useState<Loaded<Row>>(nothing);
  const below = wanted.query === queryText ? wanted.below : undefined;
  const request = `${queryText} ${below ?? ''} ${wanted.attempt}`;
  useAsking(
    request,
    (signal) => load(JSON.parse(queryText) as Query, below, signal),
    online,
    (result) => setLoaded((old) => after(old, { request, queryText, below }, result)),
  );
  const { entries, next, failure } = isOf(loaded, queryText) ? loaded : nothing;
  return {
    entries,
    hasMore: next !== null,
    failure,
    isLoading: online && loaded.request !== request,
    more: () => setWanted({ query: queryText, below: next ?? undefined, attempt: wanted.attempt }),
    retry: () => setWanted({ query: queryText, below, attempt: wanted.attempt + 1 }),
  };
}

const isOf = ({ request }: { request: string }, queryText: string): boolean => request.startsWith(`${queryText} `);

/** Returns the state after the answer to a request; older rows follow the newer ones of the same query. */
function after<Row>(
  old: Loaded<Row>,
  { request, queryText, below }: { request: string; queryText: string; below: number | undefined },
  result: AnswerOrFailure<CursorPage<Row>>,
): Loaded<Row> {
  const before: Loaded<Row> = isOf(old, queryText) ? old : nothing;
  if (result.failure) return { ...before, request, failure: result.failure };
  const newer = below === undefined ? [] : (before.entries ?? []);
  return { request, entries: [...newer, ...result.data.entries], next: result.data.next, failure: null };
}
