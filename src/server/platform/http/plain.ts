import type { FastifyReply } from 'fastify';

/** An answer that is no JSON: bytes or text under their own headers. */
export class Plain {
  readonly content: Buffer | string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(content: Buffer | string, headers: Readonly<Record<string, string>> & { 'Content-Type': string }) {
    this.content = content;
    this.headers = headers;
  }
}

/** Sends an answer as it is. */
export const sendPlain = (reply: FastifyReply, { content, headers }: Plain): FastifyReply =>
  reply.headers(headers).send(content);

/** RFC 6266: how a file is offered, with its name for old and for new browsers. */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const coded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${coded}`;
}
