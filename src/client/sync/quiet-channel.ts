import { entities } from '../../contract/sync-limits.ts';

/** The channel through which Dexie reports changes to other threads and tabs. */
const channelName = 'x-storagemutated-1';

/** Milliseconds between the first two reports; each gap is twice as long as the one before. */
const firstGapMs = 100;

/** The keys that a transaction has changed, by table and index. */
type Parts = Record<string, KeySet>;

/** Dexie's `RangeSet`. */
type KeySet = object;

/** A table that follows the server, in the name of a part: `idb://database/table/index`. */
const tableOfServer = new RegExp(`^idb://[^/]+/(?:${entities.join('|')})/`);

const hasRows = (parts: Parts): boolean => Object.keys(parts).some((part) => tableOfServer.test(part));

interface QuietChannel {
  /**
   * From now on, changes of the server's tables are reported with gaps that grow to `ms` milliseconds, those of a gap
   * together. While a first load stores thousands of rows, each report would make every list read again; the first rows
   * are shown at once.
   */
  reportWithGaps(ms: number): void;
  /** Reports the held changes, and from now on each change at once. */
  reportAtOnce(): void;
}

/**
 * Makes the reports of Dexie in this thread wait for others; `mergeKeys` joins the keys of two. What a pass notes of itself
 * is reported at once, so that the first rows need not wait for the gap after it.
 */
export function quietChannel(mergeKeys: (a: KeySet, b: KeySet) => KeySet): QuietChannel {
  const post = BroadcastChannel.prototype.postMessage;
  let channel: BroadcastChannel | null = null;
  let held: Parts | null = null;
  let longestMs = 0;
  let gapMs = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (held && channel) post.call(channel, held);
    held = null;
    lastAt = performance.now();
    gapMs = Math.min(longestMs, Math.max(firstGapMs, 2 * gapMs));
  };
  const hold = (from: BroadcastChannel, parts: Parts) => {
    channel = from;
    held ??= {};
    for (const part in parts) held[part] = part in held ? mergeKeys(held[part]!, parts[part]!) : parts[part]!;
    timer ??= setTimeout(flush, Math.max(0, lastAt + gapMs - performance.now()));
  };
  BroadcastChannel.prototype.postMessage = function (this: BroadcastChannel, message: unknown) {
    if (this.name !== channelName || longestMs === 0 || !hasRows(message as Parts)) return post.call(this, message);
    hold(this, message as Parts);
  };
  return {
    reportWithGaps: (ms) => void (longestMs = ms),
    reportAtOnce() {
      longestMs = 0;
      flush();
    },
  };
}
