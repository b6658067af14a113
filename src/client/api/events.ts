import { addresses } from './addresses.ts';

export interface Listening {
  token: string;
  signal: AbortSignal;
  /** The server holds the line: pokes will come. */
  onOpen(): void;
  onPoke(): void;
}

/**
 * Listens to the server's pokes until the stream ends or `signal` aborts. `EventSource` cannot carry a token, so the
 * stream is read by hand. Never throws: a stream that cannot be had is one that has ended.
 */
export async function listenToPokes({ token, signal, onOpen, onPoke }: Listening): Promise<void> {
  try {
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` };
    const response = await fetch(addresses.syncEvents.path, {
      headers,
      signal,
      cache: 'no-store',
      credentials: 'same-origin',
    });
    if (!response.ok || !response.headers.get('content-type')?.startsWith('text/event-stream')) return;
    onOpen();
    await readLines(response, (line) => line.startsWith('data') && onPoke());
  } catch {
    // The line was cut or let go: the caller decides whether to listen again.
  }
}

async function readLines(response: Response, onLine: (line: string) => void): Promise<void> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (rest + read.value).split(/\r\n|\r|\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  }
}
