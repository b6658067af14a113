import type { FastifyInstance } from 'fastify';

/** Ms in which requests that are on their way still arrive. */
const grace = 400;

/** Answers that are sent while the server closes tell their connection to end: it would keep the server open. */
export function endConnectionsWhenClosing(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply, payload) => {
    if (!app.server.listening) reply.header('Connection', 'close');
    return payload;
  });
}

/**
 * Closes a server without cutting a request: for a moment it goes on and asks everybody to come no more, then it takes
 * no new connection and finishes what has begun.
 */
export async function drain(app: FastifyInstance): Promise<void> {
  app.server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
  await new Promise((resolve) => setTimeout(resolve, grace));
  const idle = setInterval(() => app.server.closeIdleConnections(), 50);
  await app.close().finally(() => clearInterval(idle));
}
