import type { ComponentProps } from 'react';
import { chakra } from './theme/styled.tsx';

const width = 56;
const height = 20;
const edge = 1.5;

interface Props extends Omit<ComponentProps<typeof Picture>, 'values'> {
  values: readonly number[];
}

/** A small line beside a figure, 56 × 20 px, without axes; hidden from screen readers, who get the figure. */
export function Sparkline({ values, ...rest }: Props) {
  if (values.length < 2) return null;
  return (
    <Picture viewBox={`0 0 ${width} ${height}`} data-mirror="" aria-hidden="true" {...rest}>
      <polyline
        points={pointsOf(values)}
        fill="none"
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </Picture>
  );
}

function pointsOf(values: readonly number[]): string {
  const lowest = Math.min(...values);
  const range = Math.max(...values) - lowest;
  const step = (width - 2 * edge) / (values.length - 1);
  const y = (value: number) =>
    range === 0 ? height / 2 : height - edge - ((value - lowest) / range) * (height - 2 * edge);
  return values.map((value, index) => `${(edge + index * step).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
}

const Picture = chakra('svg', { base: { w: '14', h: '5', flexShrink: 0, stroke: 'brand.dot', overflow: 'visible' } });
