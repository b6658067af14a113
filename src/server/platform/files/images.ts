import type SharpFunction from 'sharp';
import type { Sharp } from 'sharp';
import { Refusal } from '../base/refusal.ts';

type Format = 'png' | 'jpeg' | 'gif' | 'webp';

/**
 * Maximum number of pixels of an image, all its frames together, that are decoded: a few bytes can declare gigabytes.
 */
const pixelsMax = 40_000_000;
/** Maximum number of frames of an animation. */
const framesMax = 200;
/** Pixels of the longer side of stored images, unless the caller wants smaller ones. */
const sidePixelsMax = 2_560;

/** Loads the image library with the first image: a server without uploads saves its memory. */
async function loadSharp(): Promise<typeof SharpFunction> {
  const { default: sharp } = await import('sharp');
  // One thread for each image, and nothing kept in memory afterwards.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/**
 * Encodes an image again in its format: upright, at most `side` pixels wide and high, without metadata. Throws
 * INVALID_FILE_TYPE for bytes that are not that format, and for an image with too many pixels before it is decoded.
 */
export async function reencode(bytes: Buffer, format: Format, side = sidePixelsMax): Promise<Buffer> {
  try {
    const animated = format === 'gif' || format === 'webp';
    await checkSize(bytes, format, animated);
    const sharp = await loadSharp();
    const image = sharp(bytes, { limitInputPixels: pixelsMax, animated, failOn: 'error' })
      .timeout({ seconds: 20 })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
    return await encode(image, format).toBuffer();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // The decoder cannot read the image.
    throw new Refusal('INVALID_FILE_TYPE');
  }
}

/** Checks format and size from the header only. Throws INVALID_FILE_TYPE. */
async function checkSize(bytes: Buffer, format: Format, animated: boolean): Promise<void> {
  const sharp = await loadSharp();
  const header = await sharp(bytes, { limitInputPixels: false, animated }).metadata();
  const { width, height, pageHeight = height, pages = 1 } = header;
  const pixels = width * Math.max(height, pageHeight * pages);
  const fits = pixels > 0 && pixels <= pixelsMax && pages <= framesMax;
  if (header.format !== format || !fits) throw new Refusal('INVALID_FILE_TYPE');
}

function encode(image: Sharp, format: Format): Sharp {
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
