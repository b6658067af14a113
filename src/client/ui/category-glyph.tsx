import { motifOf } from '../text/motifs.ts';
import { MotifGlyph } from './motif-glyph.tsx';

/** The drawing of a category in a line of text, by the first of the texts that names one. */
export function CategoryGlyph({ texts }: { texts: readonly (string | null | undefined)[] }) {
  return <MotifGlyph motif={motifOf(texts)} size="1.125rem" />;
}
