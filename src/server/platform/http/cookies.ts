import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Cookies, Services } from '../context.ts';

/** Reads and writes the cookies of one request and its response. */
export function cookiesOf(services: Services, request: FastifyRequest, reply: FastifyReply): Cookies {
  const secure = services.publicUrl().startsWith('https://');
  return {
    read: (name) => request.cookies[name],
    write(name, value, { maxAge, readable }) {
      reply.setCookie(name, value, { path: '/', sameSite: 'lax', httpOnly: !readable, secure, maxAge });
    },
    clear(name) {
      reply.clearCookie(name, { path: '/', sameSite: 'lax', secure });
    },
  };
}
