import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { fastFolder } from './machine.ts';
import { startTestServer, type TestServer, type TestServerOptions } from './test-server.ts';

/** The app's only page on these servers. */
export const page = `<!doctype html><title>Comptoir</title>${' '.repeat(2000)}`;

/** Starts a test server that serves a minimal built app. */
export async function startServerWithPages(options: TestServerOptions = {}, html = page): Promise<TestServer> {
  const pages = mkdtempSync(join(fastFolder, 'comptoir-pages-'));
  onTestFinished(() => rmSync(pages, { recursive: true }));
  mkdirSync(join(pages, 'assets'));
  writeFileSync(join(pages, 'index.html'), html);
  writeFileSync(join(pages, 'index.html.br'), brotliCompressSync(html));
  writeFileSync(join(pages, 'index.html.gz'), gzipSync(html));
  writeFileSync(join(pages, 'service-worker.js'), '// worker');
  writeFileSync(join(pages, 'assets/main-1a2b.js'), 'export {}');
  return startTestServer({ pages, ...options });
}

/** The headers of a browser that opens an address. */
export const navigation = { Accept: 'text/html,application/xhtml+xml', 'Sec-Fetch-Mode': 'navigate' };
