import type { Script } from './storefront.tsx';

type Request = Parameters<Script>[0];
type Refusal = [status: number, body: object];

/** A record as it is saved, in the fields that its calls have. */
export type SavedRecord = { id: number; rev: number } & Record<string, unknown>;

interface Calls {
  /** The path of the calls, such as `/api/categories`; settings have one record, and no ids in their paths. */
  path: string;
  /** The name of the records in the answers to `api/outcomes`. */
  entity: string;
  /** The body of a successful answer about a record, or about all of them when it is undefined. */
  answer: (record: SavedRecord | undefined, all: readonly SavedRecord[]) => object;
  /** The fields of a new record beside those that are sent. */
  empty?: object;
  isSettings?: boolean;
}

/**
 * A scripted server that saves records as the real one does: once for each key, under the revision of `If-Match`, and
 * never after the key was cancelled. `lose` loses the next save on its way, or its answer; `isSilent` loses all cancels.
 */
export function createKeyedServer(calls: Calls, records: SavedRecord[]) {
  const { path: root, entity, answer } = calls;
  const outcomes = new Map<string, number | 'cancelled'>();
  const state = { lost: null as 'request' | 'answer' | null, isSilent: false };

  const find = ({ path }: Request) =>
    calls.isSettings ? records[0] : records.find(({ id }) => path === `${root}/${id}` || path === `${root}/${id}/edit`);

  const save = (asked: Request): SavedRecord | Refusal => {
    const outcome = outcomes.get(asked.key ?? '');
    if (outcome === 'cancelled') return [409, { code: 'CANCELLED' }];
    if (outcome !== undefined) return records.find(({ id }) => id === outcome)!;
    const old = find(asked);
    if (old && isStale(asked, old)) return [412, { code: 'REVISION_CHANGED', details: { current: currentOf(old) } }];
    const saved = old ? change(old, asked.body) : add(asked.body);
    if (asked.key) outcomes.set(asked.key, saved.id);
    return saved;
  };

  const isStale = ({ revision }: Request, { rev }: SavedRecord) => revision !== null && revision !== `"${rev}"`;

  const add = (fields: object): SavedRecord => {
    const added = { ...calls.empty, ...fields, id: records.length + 40, rev: 1 };
    records.push(added);
    return added;
  };

  const change = (old: SavedRecord, fields: object): SavedRecord => {
    const changed = { ...old, ...fields, rev: old.rev + 1 };
    records[records.indexOf(old)] = changed;
    return changed;
  };

  const currentOf = (record: SavedRecord): unknown => Object.values(answer(record, records))[0];

  const cancel = ({ body }: Request): ReturnType<Script> => {
    if (state.isSilent) return 'lost';
    const key = String(body.key);
    const outcome = outcomes.get(key);
    if (typeof outcome === 'number')
      return [200, { code: 'SUCCESS', state: 'applied', touched: [`${entity}:${outcome}`] }];
    outcomes.set(key, 'cancelled');
    return [200, { code: 'SUCCESS', state: 'cancelled', touched: [] }];
  };

  const script: Script = (asked) => {
    if (asked.path === '/api/outcomes/cancel') return cancel(asked);
    if (!asked.path.startsWith(root)) return [200, { status: 'ok' }];
    if (asked.method === 'GET') return [200, { code: 'SUCCESS', ...answer(find(asked), records) }];
    const { lost } = state;
    state.lost = null;
    if (lost === 'request') return 'lost';
    const saved = save(asked);
    if (lost === 'answer') return 'lost';
    return Array.isArray(saved) ? saved : [200, { code: 'SUCCESS', ...answer(saved, records) }];
  };

  return {
    script,
    records,
    lose: (what: 'request' | 'answer') => (state.lost = what),
    silence: (isSilent: boolean) => (state.isSilent = isSilent),
    /** Another admin saves a record. */
    saveElsewhere: (id: number, more: object) =>
      change(
        records.find((record) => record.id === id)!,
        more,
      ),
  };
}
