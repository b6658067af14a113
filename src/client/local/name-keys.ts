import { cmp, type DBCore, type ObservabilitySet, type RangeSet } from 'dexie';

/** A write call with at least this number of rows is large: Dexie does not report the keys of its rows. */
const largeWriteRows = 50;

/**
 * Adds the keys of a large write call to Dexie's event. From 50 rows on Dexie reports the whole table as changed, and
 * all queries by key would read their rows again. Secondary indexes are still reported as changed whole.
 */
export const nameKeys = (core: DBCore): DBCore => ({
  ...core,
  table(name) {
    const table = core.table(name);
    const { extractKey } = table.schema.primaryKey;
    return {
      ...table,
      mutate(request) {
        if (request.type === 'put' && request.mutatedParts && request.values.length >= largeWriteRows) {
          const keys = request.values.map((row: unknown) => extractKey?.(row) as unknown);
          if (!keys.includes(undefined)) request.mutatedParts[`idb://${core.schema.name}/${name}/`] = setOf(keys);
        }
        return table.mutate(request);
      },
    };
  },
});

/** A node of Dexie's `RangeSet`, a balanced tree of ranges; here each range is a single key. */
interface KeyNode {
  from: unknown;
  to: unknown;
  l: KeyNode | null;
  r: KeyNode | null;
  /** Depth. */
  d: number;
}

/** Builds a `RangeSet` of keys in one step, many times faster than adding them one by one. */
function setOf(keys: unknown[]): RangeSet {
  const sorted = keys.toSorted(cmp);
  return treeOf(sorted.filter((key, index) => index === 0 || cmp(key, sorted[index - 1]) !== 0)) as unknown as RangeSet;
}

function treeOf(keys: readonly unknown[]): KeyNode | null {
  if (keys.length === 0) return null;
  const middle = keys.length >> 1;
  const [l, r] = [treeOf(keys.slice(0, middle)), treeOf(keys.slice(middle + 1))];
  return { from: keys[middle], to: keys[middle], l, r, d: Math.max(l?.d ?? 0, r?.d ?? 0) + 1 };
}

/** A `RangeSet` of everything. */
const everything = { from: Number.NEGATIVE_INFINITY, to: [[]], d: 1 };

/** Returns the `RangeSet` of the keys of two; of everything when one of them has ranges of more than one key. */
export function mergeKeys(a: object, b: object): object {
  const [keys, more] = [keysOf(a as RangeSet), keysOf(b as RangeSet)];
  return keys && more ? setOf([...keys, ...more]) : everything;
}

/** Returns the keys of a `RangeSet` in order; null when it holds ranges of more than one key. */
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
