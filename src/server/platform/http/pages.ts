import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { existsSync, readdirSync } from 'node:fs';
import { sep } from 'node:path';
import { Refusal } from '../refusal.ts';
import { workerPolicy } from './headers.ts';

/** Serves the built app with its precompressed files; a navigation to any of its routes gets `index.html`. */
export async function servePages(app: FastifyInstance, folder: string): Promise<void> {
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
  app.get('/*', async (request, reply) => {
    const file = decodeURIComponent(new URL(request.url, 'http://x').pathname).slice(1);
    if (files.has(file)) return reply.sendFile(file);
    if (isNavigation(request) && files.has('index.html')) return reply.sendFile('index.html');
    throw new Refusal('NOT_FOUND');
  });
}

/** Paths that are never pages, so that a mistyped call gets a refusal and not the app. */
const elsewhere = /^\/(api|sanctum|files|health|assets)(\/|$)/;

function isNavigation(request: FastifyRequest): boolean {
  const mode = request.headers['sec-fetch-mode'];
  if (mode !== undefined && mode !== 'navigate') return false;
  return !elsewhere.test(request.url.split('?')[0]!) && String(request.headers.accept).includes('text/html');
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
