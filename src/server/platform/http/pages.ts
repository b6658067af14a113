import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { Refusal } from '../base/refusal.ts';
import { pageSender } from './app-page.ts';
import { workerContentPolicy } from './headers.ts';
import { withdrawnWorker } from './withdrawn-worker.ts';
import type { FileStore } from '../files/file-store.ts';

export interface Pages {
  /** The folder of the built app. */
  folder: string;
  /** The URL at which users reach the app, for link previews. */
  publicUrl: string | null;
  /** Whether browsers get a worker that removes itself instead of the app's. */
  isWorkerWithdrawn: boolean;
}

/** Serves the built app with its precompressed files; a navigation to any other path of its routes gets `index.html`. */
export async function servePages(app: FastifyInstance, { folder, publicUrl, isWorkerWithdrawn }: Pages): Promise<void> {
  const files = existsSync(folder) ? filesIn(folder) : new Set<string>();
  if (files.size > 0) {
    await app.register(fastifyStatic, {
      root: folder,
      serve: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => sendPolicy(reply, path.slice(folder.length).split(sep).join('/')),
    });
  }
  const sendPage = pageSender(join(folder, pageFile), publicUrl);
  app.get('/*', async (request, reply) => {
    const { '*': path } = request.params as { '*': string };
    if (isWorkerWithdrawn && path === workerFile) return sendWithdrawn(reply);
    if (files.has(path) && path !== pageFile) return reply.sendFile(path);
    if (files.has(pageFile) && (path === pageFile || isPage(request, path))) return sendPage(request, reply);
    throw new Refusal('NOT_FOUND');
  });
}

const pageFile = 'index.html';
const workerFile = 'service-worker.js';

/** Serves product pictures. Their names are never reused, so clients cache them forever. */
export function servePictures(app: FastifyInstance, files: FileStore): void {
  app.get<{ Params: { name: string } }>('/files/catalog/:name', async (request, reply) => {
    const { name } = request.params;
    const file = /^[a-z0-9-]+\.(webp|png|jpg|gif)$/.test(name) ? await files.get(`catalog/${name}`) : null;
    if (!file) throw new Refusal('NOT_FOUND');
    reply.header('Cache-Control', 'public, max-age=31536000, immutable');
    return reply.type(file.type).send(file.bytes);
  });
}

function sendWithdrawn(reply: FastifyReply): FastifyReply {
  sendPolicy(reply, `/${workerFile}`);
  return reply.type('text/javascript; charset=utf-8').send(withdrawnWorker);
}

/** Paths that are never pages, so that a mistyped call gets a refusal and not the app. */
const neverPages = /^(api|sanctum|files|health|ready|metrics|assets|\.well-known)(\/|$)/;

/** A navigation accepts HTML; the app's root is also served to programs that accept anything, such as monitors. */
function isPage({ headers }: FastifyRequest, path: string): boolean {
  const accepted = headers.accept ?? '*/*';
  if (path === '') return /text\/(html|\*)|\*\/\*/.test(accepted);
  const mode = headers['sec-fetch-mode'];
  if (mode !== undefined && mode !== 'navigate') return false;
  return accepted.includes('text/html') && isRoute(path) && !neverPages.test(path);
}

/** Returns whether a decoded path could be a route of the app: no part is empty, too long, unprintable, `.` or `..`. */
function isRoute(path: string): boolean {
  const parts = path.replace(/\/$/, '').split('/');
  return parts.every((part) => /^[^\p{C}\\]{1,200}$/u.test(part) && !/^\.{1,2}$/.test(part));
}

function sendPolicy(reply: { header(name: string, value: string): unknown }, path: string): void {
  // Every name under assets contains a hash of the content.
  const cacheControl = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
  reply.header('Cache-Control', cacheControl);
  if (/^\/service-worker\.js(\.(br|gz))?$/.test(path)) {
    reply.header('Service-Worker-Allowed', '/');
    reply.header('Content-Security-Policy', workerContentPolicy);
  }
}

function filesIn(folder: string): Set<string> {
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
