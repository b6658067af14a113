/** The channel through which Dexie reports changes to other threads and tabs. */
const channelName = 'x-storagemutated-1';

/** The keys that a transaction has changed, by table and index. */
type Parts = Record<string, KeySet>;

/** Dexie's `RangeSet`. */
type KeySet = object;

interface QuietChannel {
  /**
   * From now on, changes are reported at most every `ms` milliseconds, those of a gap together. While a first load stores
   * thousands of rows, each report would make every list read again.
   */
  reportEvery(ms: number): void;
  /** Reports the held changes, and from now on each change at once. */
  reportAtOnce(): void;
}

/** Makes the reports of Dexie in this thread wait for others; `mergeKeys` joins the keys of two. */
export function quietChannel(mergeKeys: (a: KeySet, b: KeySet) => KeySet): QuietChannel {
  const post = BroadcastChannel.prototype.postMessage;
  let channel: BroadcastChannel | null = null;
  let held: Parts | null = null;
  let gapMs = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (held && channel) post.call(channel, held);
    held = null;
    lastAt = performance.now();
  };
  const hold = (from: BroadcastChannel, parts: Parts) => {
    channel = from;
    held ??= {};
    for (const part in parts) held[part] = part in held ? mergeKeys(held[part]!, parts[part]!) : parts[part]!;
    timer ??= setTimeout(flush, Math.max(0, lastAt + gapMs - performance.now()));
  };
  BroadcastChannel.prototype.postMessage = function (this: BroadcastChannel, message: unknown) {
    if (this.name !== channelName || gapMs === 0) return post.call(this, message);
    hold(this, message as Parts);
  };
  return {
    reportEvery: (ms) => void (gapMs = ms),
    reportAtOnce() {
      gapMs = 0;
      flush();
    },
  };
}
