import sharp from 'sharp';
import { chunk, corpus, type Sample } from './corpus.ts';
import { picture, type Upload } from './uploads.ts';

/** A file that is what it says, and a page or a script as well. */
export interface Polyglot extends Upload {
  about: string;
}

/** Files the server takes that call `canary` wherever they are read as a page or as a script. */
export async function polyglots(canary: string): Promise<Polyglot[]> {
  const call = (name: string) => `new Image().src="${canary}?${name}";top.canary=1;alert(1)`;
  const page = (name: string) => Buffer.from(`<html><body><script>${call(name)}</script><svg onload='${call(name)}'>`);
  const documents = (await corpus()).filter(({ verdict, bytes }) => verdict === 'document' && bytes.length < 100_000);
  return [
    made('a PNG with a page in its text chunk', 'page.png', 'image/png', withChunk(await picture('png'), page('png'))),
    made('a PNG with a script in its pixels’ palette', 'raw.png', 'image/png', await rawPng(page('pixels'))),
    made('a JPG with a page in its metadata', 'page.jpg', 'image/jpeg', await withExif(page('jpg').toString())),
    made('a WEBP with a page behind it', 'page.webp', 'image/webp', behind(await picture('webp'), page('webp'))),
    made('a GIF that begins as a script', 'script.gif', 'image/gif', await scriptGif(call('gif'))),
    made('a GIF with a page behind it', 'page.gif', 'image/gif', behind(await picture('gif'), page('gif-page'))),
    made('a PDF with a script and a page in it', 'script.pdf', 'application/pdf', scriptPdf(canary, page('pdf'))),
    ...documents.map((document) => withPage(document, page(document.name))),
  ];
}

const made = (about: string, name: string, type: string, bytes: Buffer): Polyglot => ({
  about,
  name,
  type,
  bytes: Uint8Array.from(bytes),
});

const behind = (bytes: Uint8Array, page: Buffer): Buffer => Buffer.concat([bytes, page]);

const withPage = ({ name, type, bytes }: Sample, page: Buffer): Polyglot =>
  made(`a ${type.split(/[./]/).at(-1)} with a page behind it`, `page-${name}`, type, behind(bytes, page));

/** After the 8 bytes of the signature and the 25 of the header. */
const withChunk = (png: Buffer, page: Buffer): Buffer =>
  Buffer.concat([
    png.subarray(0, 33),
    chunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), page])),
    png.subarray(33),
  ]);

const withExif = async (page: string): Promise<Buffer> =>
  sharp(await picture('jpeg'))
    .withExif({ IFD0: { ImageDescription: page, Copyright: page } })
    .toBuffer();

/** Its pixels are the page's bytes, not compressed: whoever writes the picture anew keeps the pixels. */
async function rawPng(page: Buffer): Promise<Buffer> {
  const size = Math.ceil(page.length / 3) * 3;
  const pixels = Buffer.concat([page, Buffer.alloc(size - page.length, 32)]);
  return sharp(pixels, { raw: { width: size / 3, height: 1, channels: 3 } })
    .png({ compressionLevel: 0, adaptiveFiltering: false })
    .toBuffer();
}

/** `GIF89a/*` … the end of that comment and the script, in a comment: the width of its screen is 10,799, its pictures' are small. */
async function scriptGif(script: string): Promise<Buffer> {
  const gif = Buffer.from(await picture('gif'));
  gif.write('/*', 6, 'latin1');
  const colors = gif[10]! & 0x80 ? 3 * 2 ** ((gif[10]! & 7) + 1) : 0;
  const comment = Buffer.from(`*/=1;${script};/*`);
  const block = Buffer.concat([Buffer.from([0x21, 0xfe, comment.length]), comment, Buffer.from([0])]);
  const at = 13 + colors;
  return Buffer.concat([gif.subarray(0, at), block, gif.subarray(at), Buffer.from('*/')]);
}

/** Opens an address and an alert as soon as a reader that runs scripts shows it. */
function scriptPdf(canary: string, page: Buffer): Buffer {
  const open = `<</S/JavaScript/JS(app.alert(1);app.launchURL("${canary}?pdf-reader");)>>`;
  const objects = [
    `1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction ${open}>>endobj`,
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj',
  ];
  const text = `%PDF-1.7\n${objects.join('\n')}\n%${page.toString()}\ntrailer<</Root 1 0 R>>\n%%EOF\n`;
  return Buffer.from(text);
}
