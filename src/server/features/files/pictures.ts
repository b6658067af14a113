import type { FastifyInstance } from 'fastify';
import type { FileHome } from '../../platform/files/home.ts';
import { Refusal } from '../../platform/refusal.ts';

/**
 * Serves the pictures of the catalogue at `/files/catalog/<name>` to anyone: they are no secret, their names are made
 * of their contents, so a browser may keep them for ever. Refuses with NOT_FOUND for every other name.
 */
export function servePictures(app: FastifyInstance, files: FileHome): void {
  app.get<{ Params: { name: string } }>('/files/catalog/:name', async (request, reply) => {
    const { name } = request.params;
    const picture = pictureName.test(name) ? await files.get(`catalog/${name}`) : null;
    if (!picture) throw new Refusal('NOT_FOUND');
    return reply
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .header('X-Content-Type-Options', 'nosniff')
      .header('Content-Security-Policy', "default-src 'none'; sandbox")
      .type(picture.type)
      .send(picture.bytes);
  });
}

/** Only pictures are shown in place; nothing else is ever served from here. */
const pictureName = /^[a-z0-9-]{1,80}\.(webp|png|jpg|gif)$/;
