import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

interface StoredObject {
  bytes: Buffer;
  type: string;
  /** Time of the upload, in ms; tests set it back. */
  uploadedAt: number;
}

export interface Bucket {
  /** The settings of a server that uses this bucket. */
  env: Record<'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_KEY' | 'S3_SECRET' | 'S3_REGION', string>;
  /** The objects, by their names inside the bucket. */
  stored: Map<string, StoredObject>;
  /** The refused requests, as `403 PUT /house/…`. */
  refused: string[];
  /** `hanging` never answers; `unending` begins an answer and never ends it; `failing` answers 500. */
  mode: 'working' | 'hanging' | 'unending' | 'failing';
}

const credentials = { key: 'the-key', secret: 'the/secret+of=tests', region: 'eu-west-1' };

/**
 * A server with one S3 bucket, stopped after the test. It refuses requests whose signature is wrong or too old, and lists
 * its objects in pages of two, with tokens that must be escaped.
 */
export async function openBucketServer(): Promise<Bucket> {
  const env = { S3_ENDPOINT: '', S3_BUCKET: 'house', S3_KEY: credentials.key, S3_SECRET: credentials.secret };
  const bucket: Bucket = {
    stored: new Map(),
    refused: [],
    mode: 'working',
    env: { ...env, S3_REGION: credentials.region },
  };
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
  if (bucket.mode !== 'working') return failRequest(bucket.mode, response);
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
    bucket.stored.set(name, { bytes: body, type: request.headers['content-type']!, uploadedAt: Date.now() });
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

function failRequest(mode: Bucket['mode'], response: ServerResponse): void {
  if (mode === 'unending') response.writeHead(200, { 'Content-Length': '1000' }).write('x');
  if (mode === 'failing') response.writeHead(500).end();
}

/** Whether the received request has the right signature; `signatureHeaders` is tested with the example of the S3 documentation. */
function isSigned(request: IncomingMessage, url: URL, body: Buffer): boolean {
  const { authorization, 'x-amz-date': time } = request.headers;
  const at = new Date(String(time).replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (Number.isNaN(at.getTime()) || Math.abs(Date.now() - at.getTime()) > 15 * 60_000) return false;
  const expected = signatureHeaders(credentials, { method: request.method!, url, body, at });
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
  const pageNames = rest.slice(0, pageSize);
  const objects = pageNames.map(
    (name) =>
      `<Contents><Key>${name}</Key><LastModified>${new Date(stored.get(name)!.uploadedAt).toISOString()}</LastModified></Contents>`,
  );
  const isMore = rest.length > pageSize;
  const token = `${tokenMark}${pageNames.at(-1)}`.replaceAll('&', '&amp;').replaceAll("'", '&#39;');
  const next = isMore ? `<NextContinuationToken>${token}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult><Name>house</Name>${objects.join('')}<IsTruncated>${isMore}</IsTruncated>${next}</ListBucketResult>`;
}

interface SignedRequest {
  method: string;
  url: URL;
  body: Buffer;
  at: Date;
}

/** The headers of AWS Signature Version 4, written for the tests: the library that the app uses must agree with it. */
export function signatureHeaders(
  { key: accessKey, secret, region }: typeof credentials,
  { method, url, body, at }: SignedRequest,
): Record<string, string> {
  const time = at.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const digest = sha256(body);
  const names = 'host;x-amz-content-sha256;x-amz-date';
  const lines = [`host:${url.host}`, `x-amz-content-sha256:${digest}`, `x-amz-date:${time}`];
  const request = [method, url.pathname, queryOf(url), ...lines, '', names, digest].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n')).toString('hex');
  return {
    'x-amz-content-sha256': digest,
    'x-amz-date': time,
    Authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

const queryOf = (url: URL): string => url.search.slice(1).split('&').toSorted().join('&');
const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();
