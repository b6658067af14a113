import sharp from 'sharp';
import type { Answer } from './client.ts';
import type { TestServer, TestUserName } from './test-server.ts';

/** A file as it is sent in a form. */
export interface Upload {
  name: string;
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Posts a form in a new session of a user: fields as text, lists as repeated fields, files as parts. */
export async function postForm(
  server: TestServer,
  who: TestUserName,
  path: string,
  fields: Fields,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return sendForm(server.url + path, fields, { Authorization: `Bearer ${await server.signIn(who)}`, ...headers });
}

type Fields = Record<string, string | string[] | Upload | Upload[]>;

/** Posts a form to a URL, with these headers only. */
export async function sendForm(url: string, fields: Fields, headers: Record<string, string>): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of [value].flat()) {
      if (typeof one === 'string') form.append(name, one);
      else form.append(name, new Blob([one.bytes], { type: one.type }), one.name);
    }
  }
  const answer = await fetch(url, { method: 'POST', headers, body: form });
  return { status: answer.status, body: await answer.json(), headers: answer.headers };
}

/** Downloads a file in a new session of a user, or signed out. */
export async function download(server: TestServer, who: TestUserName | null, path: string) {
  const headers: Record<string, string> = who ? { Authorization: `Bearer ${await server.signIn(who)}` } : {};
  const answer = await fetch(server.url + path, { headers });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** A small picture of one colour. */
export const picture = (format: 'png' | 'jpeg' | 'gif' | 'webp', side = 8): Promise<Buffer<ArrayBuffer>> =>
  sharp({ create: { width: side, height: side, channels: 3, background: { r: 10, g: 120, b: 200 } } })
    .toFormat(format)
    .toBuffer() as Promise<Buffer<ArrayBuffer>>;

export const png = async (name = 'proof.png'): Promise<Upload> => ({
  name,
  type: 'image/png',
  bytes: await picture('png'),
});

/** Gives the shop a logo; returns the name of its file. */
export async function putLogo(server: TestServer): Promise<string> {
  const { status, body } = await postForm(server, 'sara', '/api/shop/logo', { image: await png() });
  if (status !== 200) throw new Error(`the logo was refused with ${body.code}`);
  return body.shop.logo;
}
