import { LRUCache } from 'lru-cache';
import { afterCommit } from './database/transaction.ts';
import type { OpenDatabase } from './database/open.ts';

/** Bytes of the answers that are kept, of all and of one; and what keeping one takes beside its bytes and its name. */
const allMax = 16_000_000;
const oneMax = 64_000;
const around = 500;

/** Answers that are kept until something changes for their reader. */
export interface AnswerCache {
  /**
   * The JSON of an answer: as it was made last for this name, or anew when a row was announced in its scope since. An
   * answer that began to be made before such a commit is never kept.
   */
  get(asked: { scope: string; name: string }, make: () => Promise<string>): Promise<Buffer>;
}

/** An empty cache; it keeps nothing where other nodes change the database as well, since they do not tell in time. */
export function createAnswerCache({ db, elsewhere }: Pick<OpenDatabase, 'db' | 'elsewhere'>): AnswerCache {
  if (!elsewhere) return { get: async (_asked, make) => Buffer.from(await make()) };
  const kept = createShelf();
  const making = new Set<Making>();
  let version = elsewhere();
  afterCommit(db, (scopes) => {
    for (const scope of scopes) kept.drop(scope);
    for (const one of making) if (scopes.has(one.scope)) one.outdated = true;
  });
  return {
    async get({ scope, name }, make) {
      const now = elsewhere();
      if (now !== version) kept.clear();
      version = now;
      const known = kept.find(name);
      if (known !== undefined) return known;
      const one: Making = { scope, outdated: false };
      making.add(one);
      try {
        const json = Buffer.from(await make());
        if (!one.outdated && elsewhere() === now) kept.add(scope, name, json);
        return json;
      } finally {
        making.delete(one);
      }
    },
  };
}

/** An answer under way. */
interface Making {
  scope: string;
  /** Something has changed since it was begun. */
  outdated: boolean;
}

/** The newest answers by name, and the names in each scope. */
function createShelf() {
  const names = new Map<string, Set<string>>();
  const answers = new LRUCache<string, { scope: string; json: Buffer }>({
    maxSize: allMax,
    maxEntrySize: oneMax,
    sizeCalculation: ({ json }, name) => json.length + 2 * name.length + around,
    dispose({ scope }, name) {
      const others = names.get(scope);
      others?.delete(name);
      if (others?.size === 0) names.delete(scope);
    },
  });
  return {
    find: (name: string): Buffer | undefined => answers.get(name)?.json,
    add(scope: string, name: string, json: Buffer): void {
      answers.set(name, { scope, json });
      if (!answers.has(name)) return;
      const known = names.get(scope) ?? new Set();
      names.set(scope, known.add(name));
    },
    drop(scope: string): void {
      for (const name of names.get(scope) ?? []) answers.delete(name);
    },
    clear: (): void => answers.clear(),
  };
}
