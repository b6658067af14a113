import { encode } from 'uqr';
import { chakra } from './theme/styled.tsx';

interface Props {
  /** Made into a code on this device. */
  text: string;
  /** The name of the picture. */
  label: string;
}

/** Modules of the empty margin, which readers need. */
const margin = 4;

/** A text as a QR code, black on white in both themes: readers need the contrast. */
export function QrCode({ text, label }: Props) {
  const { path, size } = drawnOf(text);
  return (
    <Picture role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </Picture>
  );
}

function drawnOf(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: margin });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { path, size };
}

const Picture = chakra('svg', { base: { w: 'full', maxW: '12rem', aspectRatio: '1', borderRadius: 'md' } });
