import sharp from 'sharp';
import { chunk, corpus, type Sample } from './corpus.ts';
import { picture, type Upload } from './uploads.ts';

/** A valid file of its type that is a page or a script too. */
export interface DisguisedFile extends Upload {
  description: string;
}

/** Files that the server accepts; run as a page or a script, they call `canary`, set `top.canary` or open an alert. */
export async function disguisedFiles(canary: string): Promise<DisguisedFile[]> {
  const call = (name: string) => `new Image().src="${canary}?${name}";top.canary=1;alert(1)`;
  const page = (name: string) => Buffer.from(`<html><body><script>${call(name)}</script><svg onload='${call(name)}'>`);
  const documents = (await corpus()).filter(({ verdict, bytes }) => verdict === 'proof only' && bytes.length < 100_000);
  return [
    fileOf(
      'a PNG with a page in its text chunk',
      'page.png',
      'image/png',
      withChunk(await picture('png'), page('png')),
    ),
    fileOf('a PNG with a page as its pixels', 'raw.png', 'image/png', await rawPng(page('pixels'))),
    fileOf('a JPG with a page in its metadata', 'page.jpg', 'image/jpeg', await withExif(page('jpg').toString())),
    fileOf('a WEBP with a page behind it', 'page.webp', 'image/webp', append(await picture('webp'), page('webp'))),
    fileOf('a GIF that begins as a script', 'script.gif', 'image/gif', await scriptGif(call('gif'))),
    fileOf('a GIF with a page behind it', 'page.gif', 'image/gif', append(await picture('gif'), page('gif-page'))),
    fileOf('a PDF with a script and a page in it', 'script.pdf', 'application/pdf', scriptPdf(canary, page('pdf'))),
    ...documents.map((document) => withPage(document, page(document.name))),
  ];
}

const fileOf = (description: string, name: string, type: string, bytes: Buffer): DisguisedFile => ({
  description,
  name,
  type,
  bytes: Uint8Array.from(bytes),
});

const append = (bytes: Uint8Array, page: Buffer): Buffer => Buffer.concat([bytes, page]);

const withPage = ({ name, type, bytes }: Sample, page: Buffer): DisguisedFile =>
  fileOf(`a ${type.split(/[./]/).at(-1)} with a page behind it`, `page-${name}`, type, append(bytes, page));

/** Inserts a text chunk after the signature (8 bytes) and the header (25 bytes). */
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

/** A picture whose uncompressed pixels are the page's bytes: re-encoding it keeps them. */
async function rawPng(page: Buffer): Promise<Buffer> {
  const size = Math.ceil(page.length / 3) * 3;
  const pixels = Buffer.concat([page, Buffer.alloc(size - page.length, 32)]);
  return sharp(pixels, { raw: { width: size / 3, height: 1, channels: 3 } })
    .png({ compressionLevel: 0, adaptiveFiltering: false })
    .toBuffer();
}

/**
 * A GIF that is a script too: `GIF89a/*` begins a comment of the script, which ends in a comment of the GIF, before the
 * call. `/*` stands where the width of the canvas is.
 */
async function scriptGif(script: string): Promise<Buffer> {
  const gif = Buffer.from(await picture('gif'));
  gif.write('/*', 6, 'latin1');
  const colors = gif[10]! & 0x80 ? 3 * 2 ** ((gif[10]! & 7) + 1) : 0;
  const comment = Buffer.from(`*/=1;${script};/*`);
  const block = Buffer.concat([Buffer.from([0x21, 0xfe, comment.length]), comment, Buffer.from([0])]);
  const at = 13 + colors;
  return Buffer.concat([gif.subarray(0, at), block, gif.subarray(at), Buffer.from('*/')]);
}

/** A PDF that opens an alert and an address as soon as it is shown by a reader that runs scripts. */
function scriptPdf(canary: string, page: Buffer): Buffer {
  const openAction = `<</S/JavaScript/JS(app.alert(1);app.launchURL("${canary}?pdf-reader");)>>`;
  const objects = [
    `1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction ${openAction}>>endobj`,
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj',
  ];
  const text = `%PDF-1.7\n${objects.join('\n')}\n%${page.toString()}\ntrailer<</Root 1 0 R>>\n%%EOF\n`;
  return Buffer.from(text);
}
