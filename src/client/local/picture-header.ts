/** The size of a picture, read from its header, and whether it is animated. */
export interface PictureHeader {
  /** Pixels, before the picture is turned upright. */
  width: number;
  height: number;
  isAnimated: boolean;
}

/** Reads the header of a JPEG, PNG or WebP picture; null for other bytes. */
export function readPictureHeader(bytes: ArrayBuffer): PictureHeader | null {
  const view = new DataView(bytes);
  try {
    const size = readPng(view) ?? readJpeg(view) ?? readWebp(view);
    return size && size.width > 0 && size.height > 0 ? size : null;
  } catch {
    // The bytes end inside the header.
    return null;
  }
}

function readPng(view: DataView): PictureHeader | null {
  if (view.getUint32(0) !== 0x89_50_4e_47 || textAt(view, 12) !== 'IHDR') return null;
  return { width: view.getUint32(16), height: view.getUint32(20), isAnimated: false };
}

/** The size is in the frame header, which follows segments of any number, such as those with metadata. */
function readJpeg(view: DataView): PictureHeader | null {
  if (view.getUint16(0) !== 0xff_d8) return null;
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    while (view.getUint8(at + 1) === 0xff) at++;
    if (view.getUint8(at) !== 0xff) return null;
    if (isFrame(view.getUint8(at + 1)))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5), isAnimated: false };
  }
}

/** The markers of frames are C0 to CF without those of tables (C4, CC) and the reserved C8. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function readWebp(view: DataView): PictureHeader | null {
  if (textAt(view, 0) !== 'RIFF' || textAt(view, 8) !== 'WEBP') return null;
  const low24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_00_00;
  switch (textAt(view, 12)) {
    case 'VP8X':
      return { width: low24(24) + 1, height: low24(27) + 1, isAnimated: (view.getUint8(20) & 2) !== 0 };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3f_ff) + 1, height: ((bits >>> 14) & 0x3f_ff) + 1, isAnimated: false };
    }
    case 'VP8 ':
      return {
        width: view.getUint16(26, true) & 0x3f_ff,
        height: view.getUint16(28, true) & 0x3f_ff,
        isAnimated: false,
      };
    default:
      return null;
  }
}

const textAt = (view: DataView, at: number): string =>
  String.fromCodePoint(...Array.from({ length: 4 }, (_, index) => view.getUint8(at + index)));
