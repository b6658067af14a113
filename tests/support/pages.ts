import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { fastFolder } from './folders.ts';
import { openWorld, type World, type WorldOptions } from './world.ts';

/** The page of the app in these worlds. */
export const page = `<!doctype html><title>Comptoir</title>${' '.repeat(2000)}`;

/** A world with a built app, as small as can be. */
export async function worldWithPages(options: WorldOptions = {}, html = page): Promise<World> {
  const pages = mkdtempSync(join(fastFolder, 'comptoir-pages-'));
  onTestFinished(() => rmSync(pages, { recursive: true }));
  mkdirSync(join(pages, 'assets'));
  writeFileSync(join(pages, 'index.html'), html);
  writeFileSync(join(pages, 'index.html.br'), brotliCompressSync(html));
  writeFileSync(join(pages, 'index.html.gz'), gzipSync(html));
  writeFileSync(join(pages, 'service-worker.js'), '// worker');
  writeFileSync(join(pages, 'assets/main-1a2b.js'), 'export {}');
  return openWorld({ pages, ...options });
}

/** What a browser accepts when a person opens an address. */
export const navigation = { Accept: 'text/html,application/xhtml+xml', 'Sec-Fetch-Mode': 'navigate' };
