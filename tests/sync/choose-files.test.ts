import sharp from 'sharp';
import { beforeEach, expect, test, vi } from 'vitest';
import { fileSizeMax } from '../../src/contract/limits.ts';
import { chooseFiles } from '../../src/client/local/choose-files.ts';

beforeEach(() => {
  vi.stubGlobal('Worker', function Worker() {});
  vi.stubGlobal('OffscreenCanvas', function OffscreenCanvas() {});
});

const red = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c00' }, limitInputPixels: false });
const wide = red(2_561, 4);
const formats: Record<string, () => Promise<Buffer>> = {
  'photo.jpg': () =>
    wide
      .clone()
      .jpeg()
      .withExif({ IFD0: { Copyright: 'x'.repeat(5_000) } })
      .toBuffer(),
  'progressive.jpeg': () => wide.clone().jpeg({ progressive: true }).toBuffer(),
  'scan.PNG': () => wide.clone().png().toBuffer(),
  'lossy.webp': () => wide.clone().webp().toBuffer(),
  'lossless.webp': () => wide.clone().webp({ lossless: true }).toBuffer(),
  'glass.webp': () => wide.clone().ensureAlpha(0.5).webp().toBuffer(),
};

const aFile = (name: string, bytes: Buffer | Uint8Array<ArrayBuffer>) => new File([Uint8Array.from(bytes)], name);
const choose = async (...files: File[]) => {
  const { taken, large, refused } = await chooseFiles(files, 5, () => 'id');
  return { taken: taken.map(({ name }) => name), large: large.map(({ file }) => file.name), refused };
};

test.each(Object.entries(formats))(
  'S2R-11 a picture of more than 2,560 px is made smaller: %s',
  async (name, encode) => {
    expect(await choose(aFile(name, await encode()))).toEqual({ taken: [], large: [name], refused: [] });
  },
);

test('S2R-11 a picture of 2,560 px and 4 MB is taken byte for byte, one of more bytes is made smaller', async () => {
  const jpeg = await red(2_560, 2_560).jpeg().toBuffer();
  const exact = aFile('exact.jpg', Buffer.concat([jpeg, new Uint8Array(fileSizeMax - jpeg.length)]));
  const heavy = aFile('heavy.jpg', Buffer.concat([jpeg, new Uint8Array(fileSizeMax + 1 - jpeg.length)]));

  const { taken, large } = await chooseFiles([exact, heavy], 5, () => 'id');

  expect(large.map(({ file }) => file.name)).toEqual(['heavy.jpg']);
  expect(taken.map(({ name, bytes }) => [name, bytes.byteLength])).toEqual([['exact.jpg', fileSizeMax]]);
  expect(Buffer.from(taken[0]!.bytes).equals(Buffer.from(await exact.arrayBuffer()))).toBe(true);
});

test('S2R-11 animations, documents and files without a readable header are not drawn', async () => {
  const frames = await red(2_561, 8).gif().toBuffer();
  const moving = await formats['glass.webp']!();
  // The flag that says that frames follow.
  moving[20]! |= 2;

  const names = ['dance.gif', 'moving.webp', 'paper.pdf', 'other.png', 'short.jpg'];
  const contents = [frames, moving, Buffer.from('%PDF-1.7'), Buffer.from('not a picture at all'), Buffer.from([255])];

  expect(await choose(...names.map((name, index) => aFile(name, contents[index]!)))).toEqual({
    taken: names,
    large: [],
    refused: [],
  });
});

test('S2R-11 a picture of 100 million pixels and a file of 65 MB are refused without being decoded', async () => {
  const header = await formats['scan.PNG']!();
  for (const at of [16, 20]) header.writeUInt32BE(10_000, at);
  const bomb = aFile('bomb.png', header);
  const film = Object.defineProperty(aFile('film.jpg', header), 'size', { value: 65 * 1_048_576 });

  expect(await choose(bomb, film)).toEqual({
    taken: [],
    large: [],
    refused: [
      { name: 'bomb.png', why: 'pixels' },
      { name: 'film.jpg', why: 'size' },
    ],
  });
});

test('S2R-11 S5-32 where the browser cannot draw outside of the page, large pictures are refused and HEIC too', async () => {
  vi.stubGlobal('OffscreenCanvas', undefined);
  const heavy = aFile('heavy.jpg', new Uint8Array(fileSizeMax + 1));
  const photo = aFile('photo.HEIC', new Uint8Array(9));

  expect(await choose(heavy, photo, aFile('small.jpg', new Uint8Array(9)))).toEqual({
    taken: ['small.jpg'],
    large: [],
    refused: [
      { name: 'heavy.jpg', why: 'size' },
      { name: 'photo.HEIC', why: 'type' },
    ],
  });
});

test('S2R-11 pictures that are made smaller count as files of the message', async () => {
  const large = aFile('large.png', await formats['scan.PNG']!());
  const { refused, ...choice } = await chooseFiles([large, large, aFile('a.pdf', Buffer.from('%PDF'))], 2, () => 'id');

  expect([choice.large.length, choice.taken.length]).toEqual([2, 0]);
  expect(refused).toEqual([{ name: 'a.pdf', why: 'count' }]);
});
