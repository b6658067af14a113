import { useLingui } from '@lingui/react/macro';
import { ArrowUpDown } from 'lucide-react';
import type { ListDefinition } from './define-list.ts';
import type { ListRow } from './list-source.ts';
import { readSort, sortText } from './list-sort.ts';
import type { List } from './use-list.ts';
import { chakra } from '../ui/theme/styled.tsx';

interface Props<Row extends ListRow, Context> {
  definition: ListDefinition<Row, Context>;
  list: List<Row>;
}

/**
 * The choice of the order, for cards, which have no heads of columns to press; also beside a table where an order has no
 * column of its own.
 */
export function SortSelect<Row extends ListRow, Context>({ definition, list }: Props<Row, Context>) {
  const { sort, setSort, query } = list;
  const { t, i18n } = useLingui();
  const { columns } = definition;
  const sorts = (definition.sorts ?? []).filter(({ isOffered }) => isOffered?.(query.values) ?? true);
  if (!sort || sorts.length === 0) return null;
  const names = sorts.map(({ by }) => by);
  const isInTable = names.every((name) => columns.some((column) => column.sort === name));
  const choose = (text: string) => {
    const chosen = readSort(text, names);
    if (chosen) setSort(chosen);
  };
  return (
    <Frame title={t`Sort by`} hideFrom={isInTable ? 'sm' : undefined}>
      <ArrowUpDown size="1.125rem" aria-hidden="true" />
      <Select aria-label={t`Sort by`} value={sortText(sort)} onChange={(event) => choose(event.target.value)}>
        {sorts.flatMap(({ by, firstDirection, asc, desc }) =>
          [firstDirection, firstDirection === 'asc' ? ('desc' as const) : ('asc' as const)].map((direction) => (
            <option key={`${by} ${direction}`} value={sortText({ by, direction })}>
              {i18n._(direction === 'asc' ? asc : desc)}
            </option>
          )),
        )}
      </Select>
    </Frame>
  );
}

/** Looks like the buttons beside it. */
const Frame = chakra('div', {
  base: {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    boxSize: { base: '11', md: '9' },
    '@media (pointer: coarse)': { boxSize: '11' },
    borderWidth: '1px',
    borderColor: 'border.button',
    borderRadius: 'md',
    bg: 'bg.panel',
    color: 'fg.muted',
    _hover: { bg: 'bg.hover', color: 'fg' },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '2px' },
  },
});

/** Covers the frame; its list of choices is that of the browser. */
const Select = chakra('select', {
  base: {
    position: 'absolute',
    inset: '-1px',
    w: 'calc(100% + 2px)',
    h: 'calc(100% + 2px)',
    opacity: 0,
    cursor: 'pointer',
    fontSize: 'md',
  },
});
