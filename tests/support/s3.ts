import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { signed } from '../../src/server/platform/files/bucket.ts';

interface Stored {
  bytes: Buffer;
  type: string;
  /** Ms since epoch; tests turn it back. */
  at: number;
}

export interface Bucket {
  /** The environment that leads a server here. */
  env: Record<'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_KEY' | 'S3_SECRET' | 'S3_REGION', string>;
  /** By name, without the bucket's. */
  stored: Map<string, Stored>;
  /** What was refused, as `403 PUT /house/…`. */
  refused: string[];
  /** `hanging` takes requests and never answers them; `dripping` begins an answer and never ends it. */
  mood: 'working' | 'hanging' | 'dripping' | 'failing';
}

const access = { key: 'the-key', secret: 'the/secret+of=tests', region: 'eu-west-1' };

/**
 * A bucket that speaks S3, stopped after the test: it refuses what is not signed as it came, or too long ago, and
 * tells its contents in pages of two, with tokens that have to be escaped.
 */
export async function openBucketServer(): Promise<Bucket> {
  const env = { S3_ENDPOINT: '', S3_BUCKET: 'house', S3_KEY: access.key, S3_SECRET: access.secret };
  const bucket: Bucket = { stored: new Map(), refused: [], mood: 'working', env: { ...env, S3_REGION: access.region } };
  const server = createServer((request, response) => void answer(bucket, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close().closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  bucket.env.S3_ENDPOINT = `http://127.0.0.1:${port}`;
  return bucket;
}

async function answer(bucket: Bucket, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await buffer(request);
  if (bucket.mood !== 'working') return misbehave(bucket.mood, response);
  const url = new URL(request.url!, `http://${request.headers.host}`);
  const refuse = (status: number, code = String(status)) => {
    bucket.refused.push(`${status} ${request.method} ${request.url}`);
    response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
  };
  if (!isSigned(request, url, body)) return refuse(403);
  const name = decodeURIComponent(url.pathname).slice('/house/'.length);
  if (!url.pathname.startsWith('/house')) return refuse(404, 'NoSuchBucket');
  if (url.searchParams.get('list-type') === '2') {
    response.setHeader('Content-Type', 'application/xml').end(page(bucket.stored, url.searchParams));
    return;
  }
  if (request.method === 'HEAD') {
    response.end();
  } else if (request.method === 'PUT') {
    bucket.stored.set(name, { bytes: body, type: request.headers['content-type']!, at: Date.now() });
    response.end();
  } else if (request.method === 'DELETE') {
    bucket.stored.delete(name);
    response.writeHead(204).end();
  } else {
    const found = bucket.stored.get(name);
    if (!found) return refuse(404);
    response.setHeader('Content-Type', found.type).end(found.bytes);
  }
}

function misbehave(mood: Bucket['mood'], response: ServerResponse): void {
  if (mood === 'dripping') response.writeHead(200, { 'Content-Length': '1000' }).write('x');
  if (mood === 'failing') response.writeHead(500).end();
}

/** Signs what has arrived once more; `signed` itself is held to the example of the S3 documentation. */
function isSigned(request: IncomingMessage, url: URL, body: Buffer): boolean {
  const { authorization, 'x-amz-date': time } = request.headers;
  const at = new Date(String(time).replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (Number.isNaN(at.getTime()) || Math.abs(Date.now() - at.getTime()) > 15 * 60_000) return false;
  const expected = signed(access, { method: request.method!, url, body, at });
  return (
    authorization === expected.Authorization &&
    request.headers['x-amz-content-sha256'] === expected['x-amz-content-sha256']
  );
}

const pageSize = 2;
const tokenMark = "+/=&'~ ";

function page(stored: Bucket['stored'], query: URLSearchParams): string {
  const after = query.get('continuation-token');
  if (after !== null && !after.startsWith(tokenMark)) throw new Error('the token came back changed');
  const names = [...stored.keys()].filter((name) => name.startsWith(query.get('prefix') ?? '')).toSorted();
  const rest = names.filter((name) => after === null || name > after.slice(tokenMark.length));
  const told = rest.slice(0, pageSize);
  const objects = told.map(
    (name) =>
      `<Contents><Key>${name}</Key><LastModified>${new Date(stored.get(name)!.at).toISOString()}</LastModified></Contents>`,
  );
  const isMore = rest.length > pageSize;
  const token = `${tokenMark}${told.at(-1)}`.replaceAll('&', '&amp;').replaceAll("'", '&#39;');
  const next = isMore ? `<NextContinuationToken>${token}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult><Name>house</Name>${objects.join('')}<IsTruncated>${isMore}</IsTruncated>${next}</ListBucketResult>`;
}
