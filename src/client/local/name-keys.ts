import { cmp, type DBCore, type ObservabilitySet, type RangeSet } from 'dexie';

/** Dexie names the keys of a write call with fewer rows by itself. */
const unnamedFrom = 50;

/**
 * Tells Dexie's events which rows a large write call changes. By itself Dexie says "any row of the table" from 50 rows
 * on, and everything that follows rows by key would read all of them again. Its indexes still count as changed whole.
 */
export const nameKeys = (core: DBCore): DBCore => ({
  ...core,
  table(name) {
    const table = core.table(name);
    const { extractKey } = table.schema.primaryKey;
    return {
      ...table,
      mutate(request) {
        if (request.type === 'put' && request.mutatedParts && request.values.length >= unnamedFrom) {
          const keys = request.values.map((row: unknown) => extractKey?.(row) as unknown);
          if (!keys.includes(undefined)) request.mutatedParts[`idb://${core.schema.name}/${name}/`] = setOf(keys);
        }
        return table.mutate(request);
      },
    };
  },
});

/** A node of Dexie's sets of keys: a balanced tree of ranges, here of single keys. */
interface KeyNode {
  from: unknown;
  to: unknown;
  l: KeyNode | null;
  r: KeyNode | null;
  /** Depth. */
  d: number;
}

/** The keys as one of Dexie's sets: built at once, which adding one key after the other takes many times as long for. */
function setOf(keys: unknown[]): RangeSet {
  const sorted = keys.toSorted(cmp);
  return treeOf(sorted.filter((key, at) => at === 0 || cmp(key, sorted[at - 1]) !== 0)) as unknown as RangeSet;
}

function treeOf(keys: readonly unknown[]): KeyNode | null {
  if (keys.length === 0) return null;
  const middle = keys.length >> 1;
  const [l, r] = [treeOf(keys.slice(0, middle)), treeOf(keys.slice(middle + 1))];
  return { from: keys[middle], to: keys[middle], l, r, d: Math.max(l?.d ?? 0, r?.d ?? 0) + 1 };
}

/** The single keys of one of Dexie's sets, in order; null when it holds ranges of more than one key. */
export function keysOf(set: ObservabilitySet[string]): unknown[] | null {
  const keys: unknown[] = [];
  const visit = (node: KeyNode | null | undefined): boolean => {
    if (!node || !('from' in node)) return true;
    if (!visit(node.l) || Array.isArray(node.from) || cmp(node.from, node.to) !== 0) return false;
    keys.push(node.from);
    return visit(node.r);
  };
  return visit(set as unknown as KeyNode) ? keys : null;
}
