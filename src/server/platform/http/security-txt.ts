import type { FastifyInstance } from 'fastify';
import { sendRaw, RawResponse } from './raw-response.ts';

interface SecurityTxt {
  /** A mailto: or https: address; null: there is no such file. */
  contact: string | null;
  /** Where users reach the server. */
  publicUrl: string | null;
  /** The time in ms since 1970. */
  now(): number;
}

/** How long an answer is valid, in ms; RFC 9116 recommends less than a year. */
const validity = 180 * 24 * 60 * 60 * 1000;
const path = '/.well-known/security.txt';

/** Serves RFC 9116: where to report a vulnerability. Without a contact there is no such route. */
export function serveSecurityTxt(app: FastifyInstance, { contact, publicUrl, now }: SecurityTxt): void {
  if (contact === null) return;
  app.get(path, (_request, reply) => {
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${new Date(now() + validity).toISOString()}`,
      ...(publicUrl === null ? [] : [`Canonical: ${publicUrl}${path}`]),
    ];
    const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' };
    return sendRaw(reply, new RawResponse(`${lines.join('\n')}\n`, headers));
  });
}
