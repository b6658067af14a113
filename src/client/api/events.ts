import { heartbeatEvery } from '../../contract/sync-limits.ts';
import { addresses } from './addresses.ts';

/** Milliseconds until a stream must have opened. */
const openedWithin = 15_000;
/** Milliseconds of silence after which a stream counts as dead, even if it is still open: two heartbeats are missing. */
const silentMax = 2 * heartbeatEvery + 5_000;

export interface Listening {
  token: string;
  signal: AbortSignal;
  /** The server holds the line: pokes will come. */
  onOpen(): void;
  onPoke(): void;
}

/**
 * Listens to the server's pokes until the stream ends, falls silent, or `signal` aborts. `EventSource` cannot carry a
 * token, so the stream is read by hand. Never throws: a stream that cannot be had is one that has ended.
 */
export async function listenToPokes({ token, signal, onOpen, onPoke }: Listening): Promise<void> {
  const life = lifeOf(signal);
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
    await readLines(response, (line) => line.startsWith('data') && onPoke(), life.heard);
  } catch {
    // The line was cut or let go: the caller decides whether to listen again.
  } finally {
    life.end();
  }
}

interface Life {
  /** Aborts when the stream is dead, and with the signal of the listener. */
  signal: AbortSignal;
  /** Something has arrived. */
  heard(): void;
  end(): void;
}

function lifeOf(signal: AbortSignal): Life {
  const life = new AbortController();
  const abort = () => life.abort();
  let timer = setTimeout(abort, openedWithin);
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  return {
    signal: life.signal,
    heard() {
      clearTimeout(timer);
      timer = setTimeout(abort, silentMax);
    },
    end() {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    },
  };
}

async function readLines(response: Response, onLine: (line: string) => void, onRead: () => void): Promise<void> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  onRead();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    onRead();
    const lines = (rest + read.value).split(/\r\n|\r|\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  }
}
