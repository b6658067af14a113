import { request } from 'node:http';
import type { Answer } from './client.ts';
import type { Upload } from './uploads.ts';

/** A form whose last bytes have not been sent yet. */
export interface HeldForm {
  /** Sends the rest; resolves to the answer. */
  finish(): Promise<Answer>;
}

/** Sends a multipart form up to its last bytes and holds them back, as a slow or hostile client does. */
export function holdForm(
  url: string,
  headers: Record<string, string>,
  fields: Record<string, string | Upload>,
): HeldForm {
  const boundary = 'held-form-boundary';
  const parts = Object.entries(fields).map(([name, value]) => partOf(boundary, name, value));
  const body = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
  const sent = request(url, {
    method: 'POST',
    headers: {
      ...headers,
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'Content-Length': String(body.length),
    },
  });
  const answer = new Promise<Answer>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode!, body: JSON.parse(text), headers: new Headers() });
      });
    });
  });
  answer.catch(() => undefined);
  sent.write(body.subarray(0, -4));
  return {
    finish() {
      sent.end(body.subarray(-4));
      return answer;
    },
  };
}

function partOf(boundary: string, name: string, value: string | Upload): Buffer {
  const file = typeof value === 'string' ? '' : `; filename="${value.name}"\r\nContent-Type: ${value.type}`;
  return Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`),
    typeof value === 'string' ? Buffer.from(value) : Buffer.from(value.bytes),
    Buffer.from('\r\n'),
  ]);
}
