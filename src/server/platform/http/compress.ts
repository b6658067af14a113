import type { FastifyInstance } from 'fastify';
import { gzip } from 'node:zlib';

/** Bytes from which compressing pays. */
const worthIt = 1_400;

/** Sends longer JSON answers gzipped. Answers of sign-in hold a secret beside what was sent, and stay as they are. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook<string | Buffer>('onSend', (request, reply, payload, done) => {
    if (!isText(payload) || payload.length < worthIt || request.url.startsWith('/api/auth/')) return done();
    if (!String(reply.getHeader('content-type')).startsWith('application/json')) return done();
    reply.header('Vary', 'Accept-Encoding');
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return done();
    gzip(payload, { level: 4 }, (error, small) => {
      if (!error) reply.header('Content-Encoding', 'gzip').removeHeader('content-length');
      done(error as null, small); // a cast: its type allows no error, and Fastify takes one
    });
  });
}

const isText = (payload: unknown): payload is string | Buffer =>
  typeof payload === 'string' || Buffer.isBuffer(payload);
