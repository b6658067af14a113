import type { FastifyInstance } from 'fastify';
import { gzip } from 'node:zlib';

/** Minimum number of bytes for compression. */
const compressMin = 1_400;

/**
 * Compresses longer JSON responses. Responses to sign-in calls stay uncompressed: they contain a
 * secret beside text that the client chose (BREACH).
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook<string | Buffer>('onSend', (request, reply, payload, done) => {
    if (!isText(payload) || payload.length < compressMin || request.url.startsWith('/api/auth/')) return done();
    if (!String(reply.getHeader('content-type')).startsWith('application/json')) return done();
    reply.header('Vary', 'Accept-Encoding');
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return done();
    gzip(payload, { level: 4 }, (error, compressed) => {
      if (!error) reply.header('Content-Encoding', 'gzip').removeHeader('content-length');
      done(error as null, compressed); // a cast: the type lacks the error that Fastify accepts
    });
  });
}

const isText = (payload: unknown): payload is string | Buffer =>
  typeof payload === 'string' || Buffer.isBuffer(payload);
