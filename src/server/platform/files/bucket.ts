import { createHash, createHmac } from 'node:crypto';
import type { Settings } from '../settings.ts';
import { listFiles } from './bucket-list.ts';
import { checkName, type FileHome } from './home.ts';

type Bucket = Extract<Settings['files'], { kind: 's3' }>;

/** Ms a bucket is given for one request and its answer: who waits for it is answered within 5 s. */
const patience = 4_000;

/** Keeps files in a bucket that speaks S3, addressed by path. Throws when the bucket does not answer or says no. */
export function openBucket(bucket: Bucket, now: () => number = Date.now): FileHome {
  const ask = (method: Method, path: string, sent: Sent = {}): Promise<Response> => {
    const url = new URL(`${bucket.endpoint.replace(/\/+$/, '')}/${bucket.bucket}${path}`);
    const headers = signed(bucket, { method, url, body: sent.body ?? Buffer.alloc(0), at: new Date(now()) });
    if (sent.type) headers['Content-Type'] = sent.type;
    const signal = AbortSignal.timeout(patience);
    return fetch(url, { method, headers, signal, ...(sent.body && { body: sent.body }) });
  };
  return {
    async put(name, bytes, type) {
      await content(await ask('PUT', `/${checkName(name)}`, { body: Buffer.from(bytes), type }));
    },
    async get(name) {
      const answer = await ask('GET', `/${checkName(name)}`);
      const type = answer.headers.get('content-type') ?? 'application/octet-stream';
      const bytes = await content(answer, 404);
      return answer.status === 404 ? null : { bytes, type };
    },
    async check() {
      await content(await ask('HEAD', ''));
    },
    list: (folder) => listFiles(folder, async (query) => (await content(await ask('GET', query))).toString()),
    async remove(name) {
      await content(await ask('DELETE', `/${checkName(name)}`), 404);
    },
  };
}

type Method = 'GET' | 'HEAD' | 'PUT' | 'DELETE';

interface Sent {
  body?: Buffer<ArrayBuffer>;
  type?: string;
}

/** Reads an answer to its end, or its connection would stay taken. Throws for a status that is neither good nor `other`. */
async function content(answer: Response, other?: number): Promise<Buffer> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok && answer.status !== other) throw new Error(`the bucket answered with ${answer.status}`);
  return bytes;
}

interface Asking {
  method: string;
  url: URL;
  body: Buffer;
  at: Date;
}

/** The headers of AWS Signature Version 4. */
export function signed(bucket: Pick<Bucket, 'key' | 'secret' | 'region'>, asking: Asking): Record<string, string> {
  const { method, url, body, at } = asking;
  const time = at.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const digest = sha256(body);
  const names = 'host;x-amz-content-sha256;x-amz-date';
  const lines = [`host:${url.host}`, `x-amz-content-sha256:${digest}`, `x-amz-date:${time}`];
  const request = [method, url.pathname, queryOf(url), ...lines, '', names, digest].join('\n');
  const scope = `${day}/${bucket.region}/s3/aws4_request`;
  const key = [day, bucket.region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${bucket.secret}`);
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n')).toString('hex');
  return {
    'x-amz-content-sha256': digest,
    'x-amz-date': time,
    Authorization: `AWS4-HMAC-SHA256 Credential=${bucket.key}/${scope},SignedHeaders=${names},Signature=${signature}`,
  };
}

const queryOf = (url: URL): string => url.search.slice(1).split('&').toSorted().join('&');
const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();
