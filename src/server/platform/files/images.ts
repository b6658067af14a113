import type Loaded from 'sharp';
import type { Sharp } from 'sharp';
import { Refusal } from '../refusal.ts';

type Format = 'png' | 'jpeg' | 'gif' | 'webp';

/** Pixels of an image, all its frames together, that are unpacked at most: a few bytes can promise gigabytes. */
const pixelsMax = 40_000_000;
/** Frames of an animation at most. */
const framesMax = 200;
/** Pixels of the longer side of what is kept. */
const sideMax = 2_560;

/** Loaded with the first image: a server that is sent none needs none of its memory. */
async function loadSharp(): Promise<typeof Loaded> {
  const { default: sharp } = await import('sharp');
  // One image at a time per call, and nothing kept in memory between two.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/**
 * Writes an image anew in its format: upright, at most 2,560 pixels wide and high, without metadata. Refuses with
 * INVALID_FILE_TYPE what cannot be read as that format, and a pixel bomb before it is unpacked.
 */
export async function reencode(bytes: Buffer, format: Format): Promise<Buffer> {
  try {
    const animated = format === 'gif' || format === 'webp';
    await checkSize(bytes, format, animated);
    const sharp = await loadSharp();
    const image = sharp(bytes, { limitInputPixels: pixelsMax, animated, failOn: 'error' })
      .timeout({ seconds: 20 })
      .autoOrient()
      .resize({ width: sideMax, height: sideMax, fit: 'inside', withoutEnlargement: true });
    return await written(image, format).toBuffer();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // Whatever the decoder does not like is no image.
    throw new Refusal('INVALID_FILE_TYPE');
  }
}

/** Reads the header only. */
async function checkSize(bytes: Buffer, format: Format, animated: boolean): Promise<void> {
  const sharp = await loadSharp();
  const header = await sharp(bytes, { limitInputPixels: false, animated }).metadata();
  const { width, height, pageHeight = height, pages = 1 } = header;
  const pixels = width * Math.max(height, pageHeight * pages);
  const fits = pixels > 0 && pixels <= pixelsMax && pages <= framesMax;
  if (header.format !== format || !fits) throw new Refusal('INVALID_FILE_TYPE');
}

function written(image: Sharp, format: Format): Sharp {
  switch (format) {
    case 'png':
      return image.png({ compressionLevel: 9 });
    case 'jpeg':
      return image.jpeg({ quality: 88 });
    case 'gif':
      return image.gif();
    case 'webp':
      return image.webp({ quality: 88 });
  }
}
