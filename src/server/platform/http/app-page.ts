import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

interface AppPage {
  etag: string;
  br: Buffer;
  gzip: Buffer;
  plain: Buffer;
}

/**
 * Returns a function that sends the page of the app. Link previews need absolute addresses, which a build does not
 * know: the first request completes the addresses in the preview's tags with `publicUrl` and keeps the page in memory.
 */
export function pageSender(
  file: string,
  publicUrl: string | null,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  let page: Promise<AppPage> | undefined;
  return async ({ headers }, reply) => {
    page ??= readPage(file, publicUrl).catch((error: unknown) => {
      page = undefined;
      throw error;
    });
    const { etag, ...bodies } = await page;
    reply
      .headers({ 'Cache-Control': 'no-cache', ETag: etag, Vary: 'Accept-Encoding' })
      .type('text/html; charset=utf-8');
    if (headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    const accepted = String(headers['accept-encoding']);
    const encoding = (['br', 'gzip'] as const).find((name) => new RegExp(`\\b${name}\\b`).test(accepted));
    if (!encoding) return reply.send(bodies.plain);
    return reply.header('Content-Encoding', encoding).send(bodies[encoding]);
  };
}

async function readPage(file: string, publicUrl: string | null): Promise<AppPage> {
  const plain = Buffer.from(withAbsoluteAddresses(await readFile(file, 'utf8'), publicUrl));
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(plain), promisify(gzip)(plain, { level: 9 })]);
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { etag, br, gzip: zipped, plain };
}

function withAbsoluteAddresses(html: string, publicUrl: string | null): string {
  if (!publicUrl) return html;
  const { origin } = new URL(publicUrl);
  return html.replaceAll(/(<meta property="og:(?:image|url)" content=")(?=\/)/g, (tag) => tag + origin);
}
