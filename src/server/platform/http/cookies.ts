import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Cookies, Means } from '../context.ts';

/** Reads and writes the cookies of one exchange. */
export function cookiesOf(means: Means, request: FastifyRequest, reply: FastifyReply): Cookies {
  const secure = means.home().startsWith('https://');
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
