import { once } from 'node:events';
import { createConnection } from 'node:net';

export interface Reply {
  status: number;
  /** Status line and header fields as they came. */
  head: string;
  body: Buffer;
}

/** One keep-alive connection that asks one thing at a time. */
export interface Connection {
  ask(request: string): Promise<Reply>;
  close(): void;
}

/**
 * Opens a connection to a server of this machine. It reads HTTP/1.1 answers with a Content-Length and nothing else: a
 * general client takes longer than the server that is measured.
 */
export async function connect(port: number): Promise<Connection> {
  const socket = createConnection({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  let held: Buffer = Buffer.alloc(0);
  let answered: (reply: Reply) => void = () => undefined;
  let failed: (error: Error) => void = () => undefined;
  socket.on('data', (part: Buffer) => {
    held = held.length === 0 ? part : Buffer.concat([held, part]);
    const reply = read(held);
    if (!reply) return;
    held = Buffer.alloc(0);
    answered(reply);
  });
  socket.on('error', (error) => failed(error));
  socket.on('close', () => failed(new Error('the server closed a connection')));
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        [answered, failed] = [resolve, reject];
        socket.write(request);
      }),
    close() {
      failed = () => undefined;
      socket.destroy();
    },
  };
}

/** A request as it goes over the wire. */
export function requestOf(
  method: 'GET' | 'POST',
  path: string,
  { token, key, body }: { token?: string; key?: string; body?: unknown } = {},
): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const fields = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...(token ? [`Authorization: Bearer ${token}`] : []),
    ...(key ? [`Idempotency-Key: ${key}`] : []),
    ...(text ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`] : []),
  ];
  return `${fields.join('\r\n')}\r\n\r\n${text}`;
}

function read(held: Buffer): Reply | null {
  const end = held.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const head = held.toString('latin1', 0, end);
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? Number.NaN);
  if (Number.isNaN(length)) throw new Error(`an answer without its length: ${head}`);
  if (held.length < end + 4 + length) return null;
  return { status: Number(head.slice(9, 12)), head, body: held.subarray(end + 4, end + 4 + length) };
}
