import { Agent, request } from 'node:http';

export interface HttpAnswer {
  status: number;
  /** Header names and values alternating, as received. */
  rawHeaders: string[];
  body: Buffer;
}

/** One request. */
export interface HttpRequest {
  method: 'GET' | 'POST';
  path: string;
  token?: string;
  /** The Idempotency-Key. */
  key?: string;
  body?: unknown;
}

/** One keep-alive connection that sends one request at a time. */
export interface Connection {
  ask(wanted: HttpRequest): Promise<HttpAnswer>;
  close(): void;
}

/** A client of `node:http` on a connection of its own to a server of this machine. */
export function connect(port: number): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    ask: (wanted) => ask(wanted, { port, agent }),
    close: () => agent.destroy(),
  };
}

function ask({ method, path, token, key, body }: HttpRequest, to: { port: number; agent: Agent }): Promise<HttpAnswer> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(key && { 'Idempotency-Key': key }),
    ...(text !== undefined && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
  };
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', ...to, method, path, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, rawHeaders: answer.rawHeaders, body: Buffer.concat(parts) }),
      );
      answer.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(text);
  });
}
