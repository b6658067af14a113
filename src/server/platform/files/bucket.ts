import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import type { Settings } from '../base/settings.ts';
import { listFiles } from './bucket-list.ts';
import { checkFileName, type FileStore } from './file-store.ts';
import { FileStoreError } from '../base/operator-error.ts';

type Bucket = Extract<Settings['files'], { kind: 's3' }>;

/**
 * Time limit, in ms, of a request to the bucket and its response: the client that waits must be answered within 5 s.
 */
const timeoutMs = 3_500;

/**
 * Keeps files in an S3 bucket, addressed by path. Throws a FileStoreError when the bucket refuses or does not respond
 * in time.
 */
export function openBucket(bucket: Bucket, now: () => number = Date.now): FileStore {
  const root = `${bucket.endpoint.replace(/\/+$/, '')}/${bucket.bucket}`;
  const request = async (method: Method, path: string, { body, type }: SentData): Promise<Response> => {
    const signer = new AwsV4Signer({
      method,
      url: `${root}${path}`,
      // Without this header the signer would leave the body unsigned.
      headers: { 'X-Amz-Content-Sha256': sha256(body ?? ''), ...(type && { 'Content-Type': type }) },
      accessKeyId: bucket.key,
      secretAccessKey: bucket.secret,
      region: bucket.region,
      service: 's3',
      datetime: new Date(now()).toISOString().replace(/[-:]|\.\d{3}/g, ''),
    });
    const { url, headers } = await signer.sign();
    return fetch(url, { method, headers, signal: AbortSignal.timeout(timeoutMs), ...(body && { body }) });
  };
  const ask = async (method: Method, path: string, sent: SentData = {}): Promise<Answer> => {
    const answer = await request(method, path, sent)
      .then(readWhole)
      .catch((error: unknown) => {
        throw new FileStoreError(`The bucket ${root} does not answer: ${reasonOf(error)}.`, { cause: error });
      });
    if (answer.ok || (sent.mayBeMissing && isMissing(answer))) return answer;
    throw new FileStoreError(
      `The bucket ${root} answers ${method} with ${answer.status}${hints[answer.status] ?? ''}.`,
    );
  };
  return {
    async put(name, bytes, type) {
      await ask('PUT', `/${checkFileName(name)}`, { body: Buffer.from(bytes), type });
    },
    async get(name) {
      const { ok, type, bytes } = await ask('GET', `/${checkFileName(name)}`, { mayBeMissing: true });
      return ok ? { bytes, type } : null;
    },
    async check() {
      await ask('HEAD', '');
    },
    list: (folder) => listFiles(folder, async (query) => (await ask('GET', query)).bytes.toString()),
    async remove(name) {
      await ask('DELETE', `/${checkFileName(name)}`, { mayBeMissing: true });
    },
  };
}

const wrongKey = ': S3_KEY, S3_SECRET or S3_REGION is wrong, or the key lacks rights';
/** Usual causes of a refusal of the bucket, by status. */
const hints: Record<number, string> = { 400: wrongKey, 401: wrongKey, 403: wrongKey, 404: ': there is no such bucket' };

type Method = 'GET' | 'HEAD' | 'PUT' | 'DELETE';

interface SentData {
  body?: Buffer<ArrayBuffer>;
  type?: string;
  /** Whether a missing file is a valid response. */
  mayBeMissing?: boolean;
}

interface Answer {
  ok: boolean;
  status: number;
  /** The media type. */
  type: string;
  bytes: Buffer;
}

/** Reads a response to its end; otherwise its connection would stay in use. */
async function readWhole(answer: Response): Promise<Answer> {
  const { ok, status, headers } = answer;
  const type = headers.get('content-type') ?? 'application/octet-stream';
  return { ok, status, type, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** Returns whether the bucket has no such file. A missing bucket has the same status. */
const isMissing = ({ status, bytes }: Answer): boolean => status === 404 && !bytes.includes('NoSuchBucket');

/** `fetch` reports only that it failed; the reason is in the cause. */
function reasonOf(error: unknown): string {
  if ((error as Error).name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`;
  const { cause } = error as Error;
  return (cause instanceof Error && cause.message) || (error as Error).message;
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
