import type { FastifyInstance } from 'fastify';
import type { FileHome } from '../files/home.ts';
import { Refusal } from '../refusal.ts';

/** Serves product pictures. Their names are hashes of their contents, so they are kept for ever. */
export function servePictures(app: FastifyInstance, files: FileHome): void {
  app.get<{ Params: { name: string } }>('/files/catalog/:name', async (request, reply) => {
    const { name } = request.params;
    const file = /^[a-z0-9-]+\.(webp|png|jpg|gif)$/.test(name) ? await files.get(`catalog/${name}`) : null;
    if (!file) throw new Refusal('NOT_FOUND');
    reply.header('Cache-Control', 'public, max-age=31536000, immutable');
    return reply.type(file.type).send(file.bytes);
  });
}
