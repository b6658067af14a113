import { chakra } from '@chakra-ui/react/styled-system';
import { useLingui } from '@lingui/react/macro';
import { useFormatCount } from '../text/money.ts';
import type { ListDefinition, ListView } from './define-list.ts';
import type { ListRow } from './list-source.ts';
import type { List } from './use-list.ts';

interface Props<Row extends ListRow, Context> {
  definition: ListDefinition<Row, Context>;
  list: List<Row>;
  views: readonly ListView[];
}

/** The views of a list as tabs, each with the number of its rows on this device. */
export function ListViews<Row extends ListRow, Context>({ definition, list, views }: Props<Row, Context>) {
  const { t } = useLingui();
  return (
    <Views aria-label={t`Views`}>
      {views.map((view) => (
        <View key={view.label.id} definition={definition} list={list} view={view} />
      ))}
    </Views>
  );
}

function View<Row extends ListRow, Context>({
  definition,
  list,
  view,
}: Omit<Props<Row, Context>, 'views'> & { view: ListView }) {
  const { i18n } = useLingui();
  const formatCount = useFormatCount();
  const count = definition.source.useCount({ search: '', values: view.values });
  const isOpen = list.filters.every(({ name, active }) => isSame(active, view.values[name] ?? []));
  // Where the server has more rows, only views that are complete on this device have a number.
  const isCounted = count !== null && (list.totalIfPartial === null || view.isCompleteOnDevice);
  return (
    <Tab type="button" aria-pressed={isOpen} onClick={() => list.open(view)}>
      {i18n._(view.label)} {isCounted ? <Count className="numbers">{formatCount(count)}</Count> : null}
    </Tab>
  );
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.toSorted().join() === other.toSorted().join();

const Views = chakra('nav', {
  base: {
    display: 'flex',
    gap: '0.5',
    minW: '0',
    flex: { base: '1 0 100%', lg: '0 1 auto' },
    overflowX: 'auto',
    scrollbarWidth: 'none',
  },
});

const Tab = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    flexShrink: 0,
    px: '2.5',
    h: { base: '10', md: '8' },
    borderRadius: 'md',
    textStyle: 'sm',
    color: 'fg.muted',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    focusVisibleRing: 'inside',
    _hover: { bg: 'bg.hover', color: 'fg' },
    '&[aria-pressed=true]': { bg: 'bg.selected', color: 'brand.fg', fontWeight: 'medium' },
  },
});

const Count = chakra('span', { base: { textStyle: 'xs' } });
