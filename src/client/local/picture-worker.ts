import type { PictureTask } from './make-smaller.ts';

/** The smaller picture; null when it cannot be decoded or encoded. */
type Answer = Blob | null;

// Decoding and encoding take seconds on a phone: here they do not block the page.
addEventListener('message', ({ data }: MessageEvent<PictureTask>) => {
  void makeSmaller(data)
    .catch((): Answer => null)
    .then((answer) => postMessage(answer));
});

/** Parts of the longest side that are tried until the picture has few enough bytes. */
const scales = [1, 0.75, 0.5, 0.35];
const qualities = [0.86, 0.75, 0.6];

/** Draws a picture upright and encodes it again, which leaves out its metadata, such as the place of a photo. */
async function makeSmaller({ file, type, sideMax, bytesMax }: PictureTask): Promise<Answer> {
  const bitmap = await createImageBitmap(file);
  try {
    for (const scale of scales) {
      const smaller = await encode(draw(bitmap, sideMax * scale), type, bytesMax);
      if (smaller) return smaller;
    }
    return null;
  } finally {
    bitmap.close();
  }
}

interface Drawn {
  canvas: OffscreenCanvas;
  context: OffscreenCanvasRenderingContext2D;
}

function draw(bitmap: ImageBitmap, side: number): Drawn {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const sizeOf = (length: number) => Math.max(1, Math.round(length * scale));
  const canvas = new OffscreenCanvas(sizeOf(bitmap.width), sizeOf(bitmap.height));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return { canvas, context };
}

async function encode(drawn: Drawn, type: string, bytesMax: number): Promise<Answer> {
  for (const wanted of typesFor(type, drawn))
    for (const quality of wanted === 'image/png' ? [1] : qualities) {
      const blob = await drawn.canvas.convertToBlob({ type: wanted, quality });
      // A browser that cannot encode a type encodes PNG instead.
      if (blob.type === wanted && blob.size <= bytesMax) return blob;
    }
  return null;
}

/** The types that are tried: that of the picture first, then JPEG, which has no transparency. */
function typesFor(type: string, drawn: Drawn): string[] {
  if (type !== 'image/png' && type !== 'image/webp') return ['image/jpeg'];
  const other = type === 'image/png' ? 'image/webp' : 'image/png';
  return [type, isOpaque(drawn) ? 'image/jpeg' : other];
}

function isOpaque({ canvas, context }: Drawn): boolean {
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}
