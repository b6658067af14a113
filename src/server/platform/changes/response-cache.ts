import { LRUCache } from 'lru-cache';
import { afterCommit } from '../database/transaction.ts';
import type { OpenDatabase } from '../database/open.ts';

/** Limits in bytes of all cached responses and of one; and the bytes an entry takes besides its JSON and its name. */
const totalBytesMax = 16_000_000;
const responseBytesMax = 64_000;
const entryOverhead = 500;

/** Caches responses until a row changes in their scope. */
export interface ResponseCache {
  /**
   * Returns the JSON of a response: the cached one of this name, or else a new one from `make`. A response whose `make`
   * began before a change in its scope was committed is never cached.
   */
  get(entry: { scope: string; name: string }, make: () => Promise<string>): Promise<Buffer>;
}

/**
 * Creates an empty cache; it caches nothing on PostgreSQL, where other servers change rows and this server learns of it
 * too late.
 */
export function createResponseCache({
  db,
  foreignCommits,
}: Pick<OpenDatabase, 'db' | 'foreignCommits'>): ResponseCache {
  if (!foreignCommits) return { get: async (_asked, make) => Buffer.from(await make()) };
  const entries = createEntries();
  const pending = new Set<PendingResponse>();
  let version = foreignCommits();
  afterCommit(db, (scopes) => {
    for (const scope of scopes) entries.drop(scope);
    for (const response of pending) if (scopes.has(response.scope)) response.isOutdated = true;
  });
  return {
    async get({ scope, name }, make) {
      const currentVersion = foreignCommits();
      if (currentVersion !== version) entries.clear();
      version = currentVersion;
      const cached = entries.find(name);
      if (cached !== undefined) return cached;
      const response: PendingResponse = { scope, isOutdated: false };
      pending.add(response);
      try {
        const json = Buffer.from(await make());
        if (!response.isOutdated && foreignCommits() === currentVersion) entries.add(scope, name, json);
        return json;
      } finally {
        pending.delete(response);
      }
    },
  };
}

/** A response that is being built. */
interface PendingResponse {
  scope: string;
  /** Whether a row of the scope has changed since the start. */
  isOutdated: boolean;
}

/** The newest responses by name, and the names in each scope. */
function createEntries() {
  const names = new Map<string, Set<string>>();
  const responses = new LRUCache<string, { scope: string; json: Buffer }>({
    maxSize: totalBytesMax,
    maxEntrySize: responseBytesMax,
    sizeCalculation: ({ json }, name) => json.length + 2 * name.length + entryOverhead,
    dispose({ scope }, name) {
      const others = names.get(scope);
      others?.delete(name);
      if (others?.size === 0) names.delete(scope);
    },
  });
  return {
    find: (name: string): Buffer | undefined => responses.get(name)?.json,
    add(scope: string, name: string, json: Buffer): void {
      responses.set(name, { scope, json });
      if (!responses.has(name)) return;
      const existing = names.get(scope) ?? new Set();
      names.set(scope, existing.add(name));
    },
    drop(scope: string): void {
      for (const name of names.get(scope) ?? []) responses.delete(name);
    },
    clear: (): void => responses.clear(),
  };
}
