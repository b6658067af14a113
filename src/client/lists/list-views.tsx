import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { useFormatCount } from '../text/money.ts';
import type { ListDefinition, ListView } from './define-list.ts';
import type { ListRow } from './list-source.ts';
import type { List } from './use-list.ts';
import { chakra } from '../ui/theme/styled.tsx';

interface Props<Row extends ListRow, Context> {
  definition: ListDefinition<Row, Context>;
  list: List<Row>;
}

/** The views of a list as tabs, each with the number of its rows on this device. */
export function ListViews<Row extends ListRow, Context>({ definition, list }: Props<Row, Context>) {
  const { t } = useLingui();
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => (tabs.current ? keepChosenInView(tabs.current) : undefined), [list.view]);
  return (
    <Views ref={tabs} aria-label={t`Views`}>
      {list.views.map((view) => (
        <View key={view.label.id} definition={definition} list={list} view={view} />
      ))}
    </Views>
  );
}

/** Scrolls the tabs, which are wider than a phone, to the chosen one; the numbers, which come later, move it. */
function keepChosenInView(tabs: HTMLElement): () => void {
  const observer = new ResizeObserver(() => {
    const chosen = tabs.querySelector('[aria-pressed=true]')?.getBoundingClientRect();
    const frame = tabs.getBoundingClientRect();
    if (!chosen || (chosen.left >= frame.left && chosen.right <= frame.right)) return;
    tabs.scrollBy({ left: (chosen.left + chosen.right - frame.left - frame.right) / 2 });
  });
  for (const tab of tabs.children) observer.observe(tab);
  return () => observer.disconnect();
}

function View<Row extends ListRow, Context>({ definition, list, view }: Props<Row, Context> & { view: ListView }) {
  const { i18n } = useLingui();
  const formatCount = useFormatCount();
  const count = useCountOf(definition, view);
  // Where the server has more rows, only views that are complete on this device have a number.
  // While nothing is loaded, 0 is no number of rows.
  const isKnown = count !== null && (count > 0 || list.rows !== undefined);
  const isCounted = isKnown && (list.totalIfPartial === null || view.isCompleteOnDevice);
  return (
    <Tab type="button" aria-pressed={view === list.view} onClick={() => list.open(view)}>
      {i18n._(view.label)} {isCounted ? <Count className="numbers">{formatCount(count)}</Count> : null}
    </Tab>
  );
}

/** Calls the source's hook, which is the same at every render. The React Compiler cannot see that. */
function useCountOf<Row extends ListRow, Context>({ source }: ListDefinition<Row, Context>, { values }: ListView) {
  'use no memo';
  return source.useCount({ search: '', values });
}

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
    // Six of them, the search and the filters are one line at 1280 px, also in French.
    px: { base: '2.5', md: '2' },
    h: { base: '11', md: '8' },
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
