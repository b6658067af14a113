import { lazyPart } from './lazy-part.tsx';
import { motifOf } from '../text/motifs.ts';
import { chakra } from './theme/styled.tsx';

/** What the mark of a product is drawn from. */
export interface MarkedProduct {
  id: number;
  title: string;
  /** Texts that choose the drawing before the title does: those of the product's categories. */
  motifTexts?: readonly string[] | undefined;
}

const MotifGlyph = lazyPart(async () => (await import('./motif-glyph.tsx')).MotifGlyph);

/**
 * A drawing in place of a product's picture: a colour by the product's id, the motif of its category, the short name
 * from its title and, where the title has one, its face value. A small one has a larger motif and no face value. It
 * stands beside the title, so screen readers skip it.
 */
export function ProductMark({ product: { id, title, motifTexts = [] } }: { product: MarkedProduct }) {
  const hue = ((id * 7) % hues) * (360 / hues);
  const { name, value } = markOf(title);
  const motif = motifOf([...motifTexts, title]);
  const isLong = [...name].length > 3;
  return (
    <Drawing viewBox="0 0 80 80" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect x="-80" y="-80" width="240" height="240" fill={`hsl(${hue} 42% 30%)`} />
      <circle cx="64" cy="12" r="34" fill={`hsl(${(hue + 30) % 360} 46% 40%)`} opacity="0.55" />
      <circle cx="8" cy="74" r="26" fill="#fff" opacity="0.07" />
      <g data-size="small">
        <MotifGlyph motif={motif} x={21} y={8} width={38} height={38} {...line} />
        <text {...text} y="62" fontSize={isLong ? 20 : 24}>
          {name}
        </text>
      </g>
      <g data-size="large">
        <MotifGlyph motif={motif} x={29} y={14} width={22} height={22} {...line} />
        <text {...text} y={value ? 47 : 52} fontSize={isLong ? 17 : 22}>
          {name}
        </text>
        {value ? (
          <text {...text} y="63" fontSize="11" opacity="0.9">
            {value}
          </text>
        ) : null}
      </g>
    </Drawing>
  );
}

const hues = 12;

const line = { color: '#fff', strokeWidth: 1.75, opacity: 0.92 } as const;

const text = { x: 40, textAnchor: 'middle', dominantBaseline: 'middle', fill: '#fff', direction: 'ltr' } as const;

/** Pictures of up to 56 px, as in rows, have the small drawing. */
const Drawing = chakra('svg', {
  base: {
    w: 'full',
    h: 'full',
    '& text': { fontWeight: 'semibold' },
    '& [data-size=small]': { display: 'none' },
    '@container (max-width: 3.5rem)': {
      '& [data-size=small]': { display: 'inline' },
      '& [data-size=large]': { display: 'none' },
    },
  },
});

/** The longest first word that is shown whole. */
const wholeWordMax = 5;
const valueMax = 7;

/**
 * Returns the short name of a title and its face value: "PUBG" and "660 UC", "SW" and "20 €".
 *
 * @internal Exported for tests: they try many titles without drawing them.
 */
export function markOf(title: string): { name: string; value: string | null } {
  const value = faceValue.exec(title)?.[0].trim() ?? null;
  const words = (value ? title.replace(value, ' ') : title).match(/\p{L}[\p{L}\p{M}\p{N}]*/gu) ?? [];
  return { name: nameOf(words) || '#', value: value && [...value].length <= valueMax ? value : null };
}

function nameOf([first = '', second = '']: readonly string[]): string {
  if ([...first].length <= wholeWordMax) return first;
  return `${initial(first)}${initial(second)}`.toLocaleUpperCase();
}

const initial = (word: string): string => [...word][0] ?? '';

/** A number with a currency or a unit: "20 €", "$50", "660 UC", "15 د.ل". */
const faceValue = /[€$£]\s?\d[\d.,]*|\d[\d.,]*\s?(?:[€$£]|د\.ل|[A-Z]{2,3}\b|G[oB]\b)/u;
