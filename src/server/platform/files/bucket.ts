import { createHash, createHmac } from 'node:crypto';
import type { Settings } from '../settings.ts';
import { listFiles } from './bucket-list.ts';
import { checkName, type FileHome } from './home.ts';
import { FileStoreError } from './store-error.ts';

type Bucket = Extract<Settings['files'], { kind: 's3' }>;

/** Ms a bucket is given for one request and its answer: who waits for it is answered within 5 s. */
const patience = 3_500;

/**
 * Keeps files in a bucket that speaks S3, addressed by path. Throws a FileStoreError when the bucket refuses, or does
 * not answer in time.
 */
export function openBucket(bucket: Bucket, now: () => number = Date.now): FileHome {
  const root = `${bucket.endpoint.replace(/\/+$/, '')}/${bucket.bucket}`;
  const request = (method: Method, path: string, sent: Sent): Promise<Response> => {
    const url = new URL(`${root}${path}`);
    const headers = signed(bucket, { method, url, body: sent.body ?? Buffer.alloc(0), at: new Date(now()) });
    if (sent.type) headers['Content-Type'] = sent.type;
    const signal = AbortSignal.timeout(patience);
    return fetch(url, { method, headers, signal, ...(sent.body && { body: sent.body }) });
  };
  const ask = async (method: Method, path: string, sent: Sent = {}): Promise<Answer> => {
    const answer = await request(method, path, sent)
      .then(readWhole)
      .catch((error: unknown) => {
        throw new FileStoreError(`The bucket ${root} does not answer: ${reasonOf(error)}.`, { cause: error });
      });
    if (answer.ok || (sent.mayMiss && isMissing(answer))) return answer;
    throw new FileStoreError(
      `The bucket ${root} answers ${method} with ${answer.status}${hints[answer.status] ?? ''}.`,
    );
  };
  return {
    async put(name, bytes, type) {
      await ask('PUT', `/${checkName(name)}`, { body: Buffer.from(bytes), type });
    },
    async get(name) {
      const { ok, type, bytes } = await ask('GET', `/${checkName(name)}`, { mayMiss: true });
      return ok ? { bytes, type } : null;
    },
    async check() {
      await ask('HEAD', '');
    },
    list: (folder) => listFiles(folder, async (query) => (await ask('GET', query)).bytes.toString()),
    async remove(name) {
      await ask('DELETE', `/${checkName(name)}`, { mayMiss: true });
    },
  };
}

const refused = ': S3_KEY, S3_SECRET or S3_REGION is wrong, or the key lacks rights';
/** What an answer of a bucket usually means, by status. */
const hints: Record<number, string> = { 400: refused, 401: refused, 403: refused, 404: ': there is no such bucket' };

type Method = 'GET' | 'HEAD' | 'PUT' | 'DELETE';

interface Sent {
  body?: Buffer<ArrayBuffer>;
  type?: string;
  /** No such file is a good answer too. */
  mayMiss?: boolean;
}

interface Answer {
  ok: boolean;
  status: number;
  /** The media type. */
  type: string;
  bytes: Buffer;
}

/** Reads an answer to its end, or its connection would stay taken. */
async function readWhole(answer: Response): Promise<Answer> {
  const { ok, status, headers } = answer;
  const type = headers.get('content-type') ?? 'application/octet-stream';
  return { ok, status, type, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** Says whether the bucket has no such file. Without the bucket itself the status is the same. */
const isMissing = ({ status, bytes }: Answer): boolean => status === 404 && !bytes.includes('NoSuchBucket');

/** `fetch` says only that it failed; why is in the cause. */
function reasonOf(error: unknown): string {
  if ((error as Error).name === 'TimeoutError') return `no answer within ${patience / 1000} s`;
  const { cause } = error as Error;
  return (cause instanceof Error && cause.message) || (error as Error).message;
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
