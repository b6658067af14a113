import type { FastifyReply } from 'fastify';

/** A response that is not JSON: bytes or text with their own headers. */
export class RawResponse {
  readonly content: Buffer | string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(content: Buffer | string, headers: Readonly<Record<string, string>> & { 'Content-Type': string }) {
    this.content = content;
    this.headers = headers;
  }
}

/** Sends a raw response. */
export const sendRaw = (reply: FastifyReply, { content, headers }: RawResponse): FastifyReply =>
  reply.headers(headers).send(content);

/** The Content-Disposition of a file (RFC 6266), with its name for old and for new browsers. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const asciiName = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encodedName = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${kind}; filename="${asciiName}"; filename*=UTF-8''${encodedName}`;
}
