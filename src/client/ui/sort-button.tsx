import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { chakra } from './theme/styled.tsx';

/** How a column sorts the rows of its table. */
export interface ColumnSort {
  /** The direction in which the rows are sorted by this column; undefined while they are sorted by another one. */
  direction: 'ascending' | 'descending' | undefined;
  /** Sorts by this column, or in the other direction. */
  onPress: () => void;
}

interface Props extends ColumnSort {
  /** The name of the column. */
  children: ReactNode;
  align?: 'start' | 'end' | 'center' | undefined;
}

/**
 * The head of a column that sorts: its name, and a button with an arrow that covers the head. Cards have no head to see,
 * so they have no button either, but screen readers still read the name.
 */
export function SortButton({ direction, onPress, align, children }: Props) {
  const id = useId();
  const Arrow = direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ChevronsUpDown;
  return (
    <Head data-sorted={direction} flexDirection={align === 'end' ? { base: 'row-reverse', _rtl: 'row' } : 'row'}>
      <span id={id}>{children}</span>
      <Press type="button" aria-labelledby={id} onClick={onPress}>
        <Arrow size="0.875rem" aria-hidden="true" />
      </Press>
    </Head>
  );
}

const Head = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    // Its baseline is that of the arrow where the arrow comes first.
    verticalAlign: 'middle',
    gap: '1',
    '&[data-sorted], &:has(button:hover)': { color: 'fg' },
    // The arrow of another column appears under the pointer and with the focus; a touch screen has no pointer.
    '& svg': { flexShrink: 0, opacity: 0 },
    '& :is(:hover, :focus-visible) > svg': { opacity: 0.6 },
    '&[data-sorted] svg': { opacity: 1 },
    '@media (hover: none)': { '&:not([data-sorted]) svg': { opacity: 0.6 } },
  },
});

const Press = chakra('button', {
  base: {
    display: { base: 'none', sm: 'block' },
    color: 'inherit',
    cursor: 'pointer',
    outline: 'none',
    // As large as the head, and 44 px high for fingers.
    _before: { content: '""', position: 'absolute', inset: '0', borderRadius: 'xs' },
    '@media (pointer: coarse)': { _before: { insetY: '-5px' } },
    '&:focus-visible::before': { boxShadow: 'inset 0 0 0 2px var(--c-colors-brand-focus-ring)' },
  },
});
