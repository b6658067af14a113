import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Listens for a script that must not run. */
export interface Canary {
  url: string;
  /** What called, in order. */
  hits: string[];
  stop(): Promise<void>;
}

/**
 * A host of somebody who means harm: `/page?of=<address>` is a page full of that address, `/echo?text=<text>` a page
 * made of that text, any other call is a hit.
 */
export async function startCanary(): Promise<Canary> {
  const hits: string[] = [];
  const host = await listen((request, answer) => {
    const asked = new URL(request.url ?? '/', 'http://canary');
    if (asked.pathname === '/page') return sendPage(answer, asked.searchParams.get('of') ?? '');
    if (asked.pathname === '/echo') return sendHtml(answer, asked.searchParams.get('text') ?? '');
    if (asked.pathname !== '/favicon.ico') hits.push(asked.search);
    answer.writeHead(204).end();
  });
  return { ...host, hits };
}

function sendPage(answer: ServerResponse, address: string): void {
  const of = address.replaceAll('"', '%22');
  const places = [
    `<img src="${of}">`,
    `<iframe src="${of}"></iframe>`,
    `<object data="${of}"></object>`,
    `<embed src="${of}">`,
    `<script src="${of}"></script>`,
    `<link rel="stylesheet" href="${of}">`,
    `<video src="${of}"></video>`,
  ];
  sendHtml(answer, places.join('\n'));
}

function sendHtml(answer: ServerResponse, html: string): void {
  answer.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(`<!doctype html>${html}`);
}

/** What a server must not do, in front of one that does not. */
export interface Careless {
  url: string;
  stop(): Promise<void>;
}

/**
 * Passes everything on to `target`, but sends the files that `spoil` knows as pages, without any policy: with these
 * bytes, or with those of the server.
 */
export async function startCareless(
  target: string,
  spoil: (path: string) => { bytes: Uint8Array | undefined } | undefined,
): Promise<Careless> {
  return listen((request, answer) => void pass(target, request, answer, spoil));
}

async function pass(
  target: string,
  request: IncomingMessage,
  answer: ServerResponse,
  spoil: Parameters<typeof startCareless>[1],
): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const { url = '/', method = 'GET' } = request;
  const received = await fetch(new URL(url, target), {
    method,
    headers: passedOn(request),
    body: parts.length > 0 ? Uint8Array.from(Buffer.concat(parts)) : null,
  });
  const bytes = new Uint8Array(await received.arrayBuffer());
  const fault = received.ok ? spoil(url) : undefined;
  if (fault) return void answer.writeHead(200, { 'Content-Type': 'text/html' }).end(fault.bytes ?? bytes);
  const said = received.headers.get('content-type') ?? 'text/plain';
  answer.writeHead(received.status, { 'Content-Type': said, 'Set-Cookie': received.headers.getSetCookie() }).end(bytes);
}

const passedOn = ({ headers: { cookie = '', 'content-type': type } }: IncomingMessage): Record<string, string> => ({
  cookie,
  ...(type && { 'content-type': type }),
});

async function listen(listener: RequestListener): Promise<Careless> {
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
