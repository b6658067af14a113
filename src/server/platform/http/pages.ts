import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { Refusal } from '../refusal.ts';
import { appPage } from './app-page.ts';
import { workerPolicy } from './headers.ts';
import { withdrawnWorker } from './withdrawn-worker.ts';

export interface Pages {
  /** The folder of the built app. */
  folder: string;
  /** Where people reach the app, for link previews. */
  publicUrl: string | null;
  /** Browsers get a worker that removes itself instead of the app's. */
  isWorkerWithdrawn: boolean;
}

/** Serves the built app with its precompressed files; a navigation to any of its routes gets `index.html`. */
export async function servePages(app: FastifyInstance, { folder, publicUrl, isWorkerWithdrawn }: Pages): Promise<void> {
  const files = existsSync(folder) ? list(folder) : new Set<string>();
  if (files.size > 0) {
    await app.register(fastifyStatic, {
      root: folder,
      serve: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => sendPolicy(reply, path.slice(folder.length).split(sep).join('/')),
    });
  }
  const sendPage = appPage(join(folder, page), publicUrl);
  app.get('/*', async (request, reply) => {
    const { '*': path } = request.params as { '*': string };
    if (files.has(page) && (path === page || isNavigation(request, path))) return sendPage(request, reply);
    if (isWorkerWithdrawn && path === worker) return sendWithdrawn(reply);
    if (files.has(path)) return reply.sendFile(path);
    throw new Refusal('NOT_FOUND');
  });
}

const page = 'index.html';
const worker = 'service-worker.js';

function sendWithdrawn(reply: FastifyReply): FastifyReply {
  sendPolicy(reply, `/${worker}`);
  return reply.type('text/javascript; charset=utf-8').send(withdrawnWorker);
}

/** Paths that are never pages, so that a mistyped call gets a refusal and not the app. */
const elsewhere = /^(api|sanctum|files|health|ready|metrics|assets)(\/|$)/;

/** A navigation asks for HTML; the address of the app itself is also given to programs that accept anything. */
function isNavigation({ headers }: FastifyRequest, path: string): boolean {
  const mode = headers['sec-fetch-mode'];
  if (mode !== undefined && mode !== 'navigate') return false;
  const accepted = headers.accept ?? '*/*';
  if (path === '') return /text\/(html|\*)|\*\/\*/.test(accepted);
  return accepted.includes('text/html') && isRoute(path) && !elsewhere.test(path);
}

/** Says whether a decoded path could be one of the app's routes: no part that is empty, overlong, unprintable or climbs up. */
function isRoute(path: string): boolean {
  const parts = path.replace(/\/$/, '').split('/');
  return parts.every((part) => /^[^\p{C}\\]{1,200}$/u.test(part) && !/^\.{1,2}$/.test(part));
}

function sendPolicy(reply: { header(name: string, value: string): unknown }, path: string): void {
  // Everything under assets has its content's hash in its name.
  const kept = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
  reply.header('Cache-Control', kept);
  if (/^\/service-worker\.js(\.(br|gz))?$/.test(path)) {
    reply.header('Service-Worker-Allowed', '/');
    reply.header('Content-Security-Policy', workerPolicy);
  }
}

function list(folder: string): Set<string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      `${entry.parentPath}${sep}${entry.name}`
        .slice(folder.length + 1)
        .split(sep)
        .join('/'),
    );
  return new Set(names.filter((name) => !/\.(br|gz)$/.test(name) && !name.startsWith('.vite/')));
}
