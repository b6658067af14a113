import type { FastifyInstance } from 'fastify';

/** The page that takes over shared files; `none`: there are none, and it asks for them again. */
const withoutFiles = '/user/top-up?shared=none';

/**
 * Answers what a phone shares with the app (`share_target` of its manifest) while the app's worker is not there, which
 * alone takes over the files. Nothing of the body is read or stored: Node discards what arrives. The answer is the same
 * for everybody and changes nothing, so it needs no session and no XSRF header.
 */
export async function serveShare(app: FastifyInstance): Promise<void> {
  await app.register(async (share) => {
    share.removeAllContentTypeParsers();
    share.addContentTypeParser('*', (_request, _body, done) => done(null));
    share.post('/share', (_request, reply) => reply.header('Cache-Control', 'no-store').redirect(withoutFiles, 303));
  });
}
