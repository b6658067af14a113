import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that records the requests of scripts that must not run. */
export interface Canary {
  url: string;
  /** The query strings of the requests, in order. */
  hits: string[];
  stop(): Promise<void>;
}

/**
 * Starts the host of an attacker. `/page?of=<address>` returns a page that embeds the address in every way,
 * `/echo?text=<text>` a page that contains the text; any other request is a hit.
 */
export async function startCanary(): Promise<Canary> {
  const hits: string[] = [];
  const host = await listen((request, answer) => {
    const url = new URL(request.url ?? '/', 'http://canary');
    if (url.pathname === '/page') return sendPage(answer, url.searchParams.get('of') ?? '');
    if (url.pathname === '/echo') return sendHtml(answer, url.searchParams.get('text') ?? '');
    if (url.pathname !== '/favicon.ico') hits.push(url.search);
    answer.writeHead(204).end();
  });
  return { ...host, hits };
}

function sendPage(answer: ServerResponse, address: string): void {
  const escaped = address.replaceAll('"', '%22');
  const places = [
    `<img src="${escaped}">`,
    `<iframe src="${escaped}"></iframe>`,
    `<object data="${escaped}"></object>`,
    `<embed src="${escaped}">`,
    `<script src="${escaped}"></script>`,
    `<link rel="stylesheet" href="${escaped}">`,
    `<video src="${escaped}"></video>`,
  ];
  sendHtml(answer, places.join('\n'));
}

function sendHtml(answer: ServerResponse, html: string): void {
  answer.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(`<!doctype html>${html}`);
}

/** A proxy that removes the protections of the server behind it. */
export interface UnprotectedProxy {
  url: string;
  stop(): Promise<void>;
}

/**
 * Passes all requests on to `target`, and their answers back without the protecting headers. When `spoil` returns an
 * object for a path, the answer is an HTML page of its `bytes`, or of the server's bytes if `bytes` is undefined.
 */
export async function startUnprotectedProxy(
  target: string,
  spoil: (path: string) => { bytes: Uint8Array | undefined } | undefined,
): Promise<UnprotectedProxy> {
  return listen((request, answer) => void forward(target, request, answer, spoil));
}

async function forward(
  target: string,
  request: IncomingMessage,
  answer: ServerResponse,
  spoil: Parameters<typeof startUnprotectedProxy>[1],
): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const { url = '/', method = 'GET' } = request;
  const received = await fetch(new URL(url, target), {
    method,
    headers: forwardedHeaders(request),
    body: parts.length > 0 ? Uint8Array.from(Buffer.concat(parts)) : null,
  });
  const bytes = new Uint8Array(await received.arrayBuffer());
  const fault = received.ok ? spoil(url) : undefined;
  if (fault) return void answer.writeHead(200, { 'Content-Type': 'text/html' }).end(fault.bytes ?? bytes);
  const contentType = received.headers.get('content-type') ?? 'text/plain';
  answer
    .writeHead(received.status, { 'Content-Type': contentType, 'Set-Cookie': received.headers.getSetCookie() })
    .end(bytes);
}

const forwardedHeaders = ({
  headers: { cookie = '', 'content-type': type },
}: IncomingMessage): Record<string, string> => ({
  cookie,
  ...(type && { 'content-type': type }),
});

async function listen(listener: RequestListener): Promise<UnprotectedProxy> {
  const server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
