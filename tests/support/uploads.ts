import sharp from 'sharp';
import type { Answer } from './client.ts';
import type { World, Name } from './world.ts';

/** A file as a form sends it. */
export interface Upload {
  name: string;
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Posts a form, as a browser does: fields as text, lists as repeated fields, files as parts. */
export async function postForm(
  world: World,
  who: Name,
  path: string,
  fields: Fields,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return sendForm(world.url + path, fields, { Authorization: `Bearer ${await world.signIn(who)}`, ...headers });
}

type Fields = Record<string, string | string[] | Upload | Upload[]>;

/** The same to a URL, with these headers alone. */
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

/** Asks for a file's bytes. */
export async function download(world: World, who: Name | null, path: string) {
  const headers: Record<string, string> = who ? { Authorization: `Bearer ${await world.signIn(who)}` } : {};
  const answer = await fetch(world.url + path, { headers });
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
