import type { FastifyInstance } from 'fastify';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);
/** Bytes from which compressing pays. */
const worthIt = 1_400;

/** Sends longer JSON answers gzipped. Answers of sign-in hold a secret beside what was sent, and stay as they are. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < worthIt || request.url.startsWith('/api/auth/')) return payload;
    if (!String(reply.getHeader('content-type')).startsWith('application/json')) return payload;
    reply.header('Vary', 'Accept-Encoding');
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return payload;
    const small = await compress(payload, { level: 4 });
    reply.header('Content-Encoding', 'gzip').removeHeader('content-length');
    return small;
  });
}
