import { cmp, type DBCore, type ObservabilitySet, type RangeSet } from 'dexie';

/** A write call with at least this number of rows is large: Dexie does not report the keys of its rows. */
const largeWriteRows = 50;

/** Tables that no live query reads by key. Their ids are not consecutive, so listing them would take time without benefit. */
const readByIndex = ['responses', 'notifications'];

/**
 * Adds the keys of a large write call to Dexie's event. From 50 rows on Dexie reports the whole table as changed, and
 * all queries by key would read their rows again. Secondary indexes, and tables that are
 * read only through them, are still reported as entirely changed.
 */
export const nameKeys = (core: DBCore): DBCore => ({
  ...core,
  table(name) {
    const table = core.table(name);
    if (readByIndex.includes(name)) return table;
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

/** A node of Dexie's `RangeSet`, a balanced tree of ranges; here a range is a single key, or whole numbers in sequence. */
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
  return treeOf(rangesOf(keys.toSorted(cmp))) as unknown as RangeSet;
}

type Range = Pick<KeyNode, 'from' | 'to'>;

/**
 * Returns the ranges of sorted keys. Consecutive ids become one range, because every live query merges the reported
 * ranges: 1,000 ranges of a single id took the page 40 ms.
 */
function rangesOf(sorted: readonly unknown[]): Range[] {
  const ranges: Range[] = [];
  for (const key of sorted) {
    const last = ranges.at(-1);
    if (last && cmp(key, last.to) === 0) continue;
    if (last && Number.isInteger(key) && key === Number(last.to) + 1) last.to = key;
    else ranges.push({ from: key, to: key });
  }
  return ranges;
}

function treeOf(ranges: readonly Range[]): KeyNode | null {
  if (ranges.length === 0) return null;
  const middle = ranges.length >> 1;
  const [l, r] = [treeOf(ranges.slice(0, middle)), treeOf(ranges.slice(middle + 1))];
  return { ...ranges[middle]!, l, r, d: Math.max(l?.d ?? 0, r?.d ?? 0) + 1 };
}

/** A `RangeSet` of everything. */
const everything = { from: Number.NEGATIVE_INFINITY, to: [[]], d: 1 };

/** Merges two `RangeSet`s; returns `everything` when the keys of one cannot be listed. */
export function mergeKeys(a: object, b: object): object {
  const [keys, more] = [keysOf(a as RangeSet), keysOf(b as RangeSet)];
  return keys && more ? setOf([...keys, ...more]) : everything;
}

/** The largest range whose keys are listed one by one. */
const listedMax = 100_000;

/** Returns the keys of a `RangeSet` in order; null when it has ranges other than of whole numbers. */
export function keysOf(set: ObservabilitySet[string]): unknown[] | null {
  const keys: unknown[] = [];
  const visit = (node: KeyNode | null | undefined): boolean => {
    if (!node || !('from' in node)) return true;
    const listed = visit(node.l) && keysIn(node);
    if (!listed) return false;
    for (const key of listed) keys.push(key);
    return visit(node.r);
  };
  return visit(set as unknown as KeyNode) ? keys : null;
}

function keysIn({ from, to }: Range): unknown[] | null {
  if (Array.isArray(from)) return null;
  if (cmp(from, to) === 0) return [from];
  if (!Number.isInteger(from) || !Number.isInteger(to)) return null;
  const count = (to as number) - (from as number) + 1;
  return count > listedMax ? null : Array.from({ length: count }, (_, at) => (from as number) + at);
}
