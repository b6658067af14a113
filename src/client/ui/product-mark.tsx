interface Props {
  id: number;
  title: string;
}

/**
 * A drawing in place of a product's picture: a colour by the product's id, the short name from its title and, where the
 * title has one, its face value. It stands beside the title, so screen readers skip it.
 */
export function ProductMark({ id, title }: Props) {
  const hue = ((id * 7) % hues) * (360 / hues);
  const { name, value } = markOf(title);
  return (
    <svg viewBox="0 0 80 80" preserveAspectRatio="xMidYMid slice" width="100%" height="100%" aria-hidden="true">
      <rect x="-80" y="-80" width="240" height="240" fill={`hsl(${hue} 42% 30%)`} />
      <circle cx="64" cy="12" r="34" fill={`hsl(${(hue + 30) % 360} 46% 40%)`} opacity="0.55" />
      <circle cx="8" cy="74" r="26" fill="#fff" opacity="0.07" />
      <text {...text} y={value ? 36 : 42} fontSize={[...name].length > 3 ? 19 : 28}>
        {name}
      </text>
      {value ? (
        <text {...text} y="60" fontSize="14" opacity="0.9">
          {value}
        </text>
      ) : null}
    </svg>
  );
}

const hues = 12;

const text = {
  x: 40,
  textAnchor: 'middle',
  dominantBaseline: 'middle',
  fill: '#fff',
  fontWeight: 650,
  direction: 'ltr',
} as const;

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
