import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { fileSizeMax } from '../../src/contract/limits.ts';
import { picture, type Upload } from './uploads.ts';

/** The answer to a file. `proof only`: it is accepted as a proof of delivery, but not as a picture. */
export type Verdict = 'accepted' | 'proof only' | 'INVALID_FILE_TYPE' | 'FILE_TOO_LARGE';

export interface Sample extends Upload {
  description: string;
  verdict: Verdict;
}

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const script = Buffer.from('<script>alert(1)</script>');

/** Creates files as users and attackers send them. */
export async function corpus(): Promise<Sample[]> {
  return [...(await pictures()), ...documents(), ...(await disguised()), ...(await runnable()), ...(await bombs())];
}

async function pictures(): Promise<Sample[]> {
  const [png, jpeg, gif, webp] = [
    await picture('png'),
    await picture('jpeg'),
    await picture('gif'),
    await picture('webp'),
  ];
  const place = await sharp(jpeg)
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .toBuffer();
  return [
    sample('a PNG', 'accepted', 'a.png', 'image/png', png),
    sample('a JPG', 'accepted', 'a.jpg', 'image/jpeg', jpeg),
    sample('a JPEG in capitals', 'accepted', 'A.JPEG', 'image/jpeg', jpeg),
    sample('a GIF', 'accepted', 'a.gif', 'image/gif', gif),
    sample('a WEBP', 'accepted', 'a.webp', 'image/webp', webp),
    sample('an animated GIF', 'accepted', 'dance.gif', 'image/gif', await animation()),
    sample('a JPG with a place in its metadata', 'accepted', 'holiday.jpg', 'image/jpeg', place),
    sample('a JPG with a script behind it', 'accepted', 'a.jpg', 'image/jpeg', Buffer.concat([jpeg, script])),
    sample('a GIF with a page behind it', 'accepted', 'a.gif', 'image/gif', Buffer.concat([gif, script])),
    sample('a PNG whose name leads out of the folder', 'accepted', '../../etc/x.png', 'image/png', png),
    sample('a PNG whose name contains a sign that reverses text', 'accepted', 'a\u202Egnp.exe.png', 'image/png', png),
    sample('the largest JPG', 'accepted', 'large.jpg', 'image/jpeg', padded(jpeg, fileSizeMax)),
  ];
}

function documents(): Sample[] {
  return [
    sample('a PDF', 'proof only', 'a.pdf', 'application/pdf', pdf),
    sample('a DOC', 'proof only', 'a.doc', 'application/msword', compound('WordDocument')),
    sample('a DOCX', 'proof only', 'a.docx', docx, office('word/document.xml', `${docx}.main+xml`)),
    sample('the largest PDF', 'proof only', 'large.pdf', 'application/pdf', padded(pdf, fileSizeMax)),
  ];
}

/** Files whose content, name ending and declared type do not agree. */
async function disguised(): Promise<Sample[]> {
  const [png, jpeg] = [await picture('png'), await picture('jpeg')];
  const wrongType = 'INVALID_FILE_TYPE';
  return [
    sample('a PNG called JPG', wrongType, 'a.jpg', 'image/jpeg', png),
    sample('a PNG with the ending of a JPG', wrongType, 'a.jpg', 'image/png', png),
    sample('a PNG declared as a JPG', wrongType, 'a.png', 'image/jpeg', png),
    sample('a PNG declared as a page', wrongType, 'a.png', 'text/html', png),
    sample('a PNG declared as anything', wrongType, 'a.png', 'application/octet-stream', png),
    sample('a PNG whose name ends with .html', wrongType, 'a.png.html', 'image/png', png),
    sample('a PNG without an ending', wrongType, 'a', 'image/png', png),
    sample('a JPG called PDF', wrongType, 'a.pdf', 'application/pdf', jpeg),
    sample('a PDF called PNG', wrongType, 'a.png', 'image/png', pdf),
    sample('a spreadsheet called DOCX', wrongType, 'a.docx', docx, office('xl/workbook.xml', sheet)),
    sample('a ZIP called DOCX', wrongType, 'a.docx', docx, zip([['readme.txt', 'hello']])),
    sample('an old spreadsheet called DOC', wrongType, 'a.doc', 'application/msword', compound('Workbook')),
  ];
}

const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';

/** Files that could run, or have a type that is not allowed. */
async function runnable(): Promise<Sample[]> {
  const wrongType = 'INVALID_FILE_TYPE';
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  const html = Buffer.from(`<!doctype html>${script.toString()}`);
  const tiff = await sharp(await picture('png'))
    .tiff()
    .toBuffer();
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
  return [
    sample('an SVG', wrongType, 'a.svg', 'image/svg+xml', svg),
    sample('an SVG called PNG', wrongType, 'a.png', 'image/png', svg),
    sample('a page', wrongType, 'a.html', 'text/html', html),
    sample('a page called GIF', wrongType, 'a.gif', 'image/gif', Buffer.concat([Buffer.from('GIF89a'), html])),
    sample('a script called JPG', wrongType, 'a.jpg', 'image/jpeg', script),
    sample('a program called PDF', wrongType, 'a.pdf', 'application/pdf', Buffer.from(`MZ${'\0'.repeat(200)}`)),
    sample('a TIFF', wrongType, 'a.tiff', 'image/tiff', tiff),
    sample('a HEIC', wrongType, 'a.heic', 'image/heic', heic),
    sample('an empty file', wrongType, 'a.png', 'image/png', Buffer.alloc(0)),
    sample('plain text', wrongType, 'a.txt', 'text/plain', Buffer.from('hello')),
  ];
}

async function bombs(): Promise<Sample[]> {
  const png = await picture('png', 64);
  const wrongType = 'INVALID_FILE_TYPE';
  const gif = Buffer.from(await picture('gif'));
  // The offsets of the canvas size and of the first frame's size.
  for (const place of [6, gif.indexOf(Buffer.from([0x2c, 0, 0, 0, 0, 8, 0, 8, 0])) + 5]) {
    gif.writeUInt16LE(65_000, place);
    gif.writeUInt16LE(65_000, place + 2);
  }
  return [
    sample('a PNG that promises 900 megapixels', wrongType, 'a.png', 'image/png', pngOfSize(30_000, 30_000)),
    sample('a GIF that promises 4 gigapixels', wrongType, 'a.gif', 'image/gif', gif),
    sample('half a PNG', wrongType, 'a.png', 'image/png', png.subarray(0, png.length / 2)),
    sample(
      'a PNG with broken data',
      wrongType,
      'a.png',
      'image/png',
      Buffer.concat([png.subarray(0, 40), Buffer.alloc(400, 7)]),
    ),
    sample(
      'one byte too much',
      'FILE_TOO_LARGE',
      'a.jpg',
      'image/jpeg',
      padded(await picture('jpeg'), fileSizeMax + 1),
    ),
    sample('a megabyte too much', 'FILE_TOO_LARGE', 'a.pdf', 'application/pdf', padded(pdf, fileSizeMax + 1_048_576)),
  ];
}

const sample = (description: string, verdict: Verdict, name: string, type: string, bytes: Buffer): Sample => ({
  description,
  verdict,
  name,
  type,
  bytes: Uint8Array.from(bytes),
});

const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

const padded = (bytes: Buffer, size: number): Buffer => Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]);

async function animation(): Promise<Buffer> {
  const frames = [
    await picture('png'),
    await sharp(await picture('png'))
      .negate()
      .png()
      .toBuffer(),
  ];
  return sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
}

/** A PNG whose header declares more pixels than the file has. */
function pngOfSize(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.alloc(1_000))), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
}

/** A chunk of a PNG. */
export function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  return Buffer.concat([uint32(data.length, 'BE'), body, uint32(crc32(body), 'BE')]);
}

function uint32(value: number, order: 'BE' | 'LE'): Buffer {
  const bytes = Buffer.alloc(4);
  if (order === 'BE') bytes.writeUInt32BE(value);
  else bytes.writeUInt32LE(value);
  return bytes;
}

/** A compound file, as old Office programs wrote them, with one stream of this name. */
function compound(stream: string): Buffer {
  const head = Buffer.alloc(512);
  head.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  return Buffer.concat([head, Buffer.alloc(512), padded(Buffer.from(stream, 'utf16le'), 512)]);
}

function office(part: string, type: string): Buffer {
  const types = `<Types><Override PartName="/${part}" ContentType="${type}"/></Types>`;
  return zip([
    ['[Content_Types].xml', types],
    ['_rels/.rels', '<Relationships/>'],
    [part, '<document/>'],
  ]);
}

/** A ZIP whose files are not compressed. */
function zip(files: readonly (readonly [string, string])[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of files) {
    const [title, data] = [Buffer.from(name), Buffer.from(content)];
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt32LE(crc32(data), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(data.length, 18);
    fields.writeUInt16LE(title.length, 22);
    const entry = Buffer.concat([Buffer.from('PK\x03\x04'), fields, title, data]);
    const place = Buffer.concat([Buffer.alloc(10), uint32(offset, 'LE')]);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), fields, place, title]));
    local.push(entry);
    offset += entry.length;
  }
  const list = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...local, list, Buffer.from('PK\x05\x06'), end]);
}
