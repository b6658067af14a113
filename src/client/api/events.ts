import { heartbeatIntervalMs } from '../../contract/sync-limits.ts';
import { addresses } from './addresses.ts';

/** Milliseconds within which a stream must open. */
const openTimeoutMs = 15_000;
/**
 * Milliseconds of silence after which a stream counts as dead, even if it is still open: two heartbeats are missing.
 */
const silenceMaxMs = 2 * heartbeatIntervalMs + 5_000;

export interface EventListenOptions {
  token: string;
  signal: AbortSignal;
  /** The stream is open. */
  onOpen(): void;
  onChanges(): void;
}

/**
 * Listens to the server's events until the stream ends, falls silent, or `signal` aborts. Reads the stream with
 * `fetch`, because `EventSource` cannot send a token. Never throws: a stream that cannot be opened counts as ended.
 */
export async function listenToEvents({ token, signal, onOpen, onChanges }: EventListenOptions): Promise<void> {
  const life = watchLifetime(signal);
  try {
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` };
    const response = await fetch(addresses.syncEvents.path, {
      headers,
      signal: life.signal,
      cache: 'no-store',
      credentials: 'same-origin',
    });
    if (!response.ok || !response.headers.get('content-type')?.startsWith('text/event-stream')) return;
    onOpen();
    await readLines(response, (line) => line.startsWith('data') && onChanges(), life.onActivity);
  } catch {
    // The connection was lost or aborted: the caller decides whether to listen again.
  } finally {
    life.end();
  }
}

interface StreamLifetime {
  /** Aborts when the stream is dead, and with the caller's signal. */
  signal: AbortSignal;
  /** Called when data has arrived. */
  onActivity(): void;
  end(): void;
}

function watchLifetime(signal: AbortSignal): StreamLifetime {
  const life = new AbortController();
  const abort = () => life.abort();
  let timer = setTimeout(abort, openTimeoutMs);
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  return {
    signal: life.signal,
    onActivity() {
      clearTimeout(timer);
      timer = setTimeout(abort, silenceMaxMs);
    },
    end() {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    },
  };
}

async function readLines(response: Response, onLine: (line: string) => void, onRead: () => void): Promise<void> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let remainder = '';
  onRead();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    onRead();
    const lines = (remainder + read.value).split(/\r\n|\r|\n/);
    remainder = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  }
}
