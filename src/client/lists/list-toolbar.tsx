import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { SearchBox } from '../ui/search-box.tsx';
import { cardWidths, useMedia } from '../ui/use-media.ts';
import type { ListDefinition } from './define-list.ts';
import { FilterPanel } from './filter-panel.tsx';
import { FilterControl } from './list-filters.tsx';
import type { ListRow } from './list-source.ts';
import { ListViews } from './list-views.tsx';
import { SortSelect } from './sort-select.tsx';
import { namesOf, type List } from './use-list.ts';
import { chakra } from '../ui/theme/styled.tsx';
import { Button } from '../ui/button.tsx';

interface Props<Row extends ListRow, Context> {
  definition: ListDefinition<Row, Context>;
  list: List<Row>;
}

/** The views, the search and the filters of a list, on wide screens in one line; a change returns to page 1. */
export function ListToolbar<Row extends ListRow, Context>({ definition, list }: Props<Row, Context>) {
  const { i18n } = useLingui();
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => (bar.current ? publishHeight(bar.current) : undefined), []);
  const hasPanel = useHasPanel(definition);
  return (
    <Bar ref={bar}>
      {list.views.length > 0 ? <ListViews definition={definition} list={list} /> : null}
      <Controls {...(hasPanel ? { css: panelLine } : {})}>
        {definition.searchLabel ? (
          <SearchBox label={i18n._(definition.searchLabel)} value={list.query.search} onSearch={list.search} />
        ) : null}
        <SortSelect definition={definition} list={list} />
        {definition.ownViews ? <OwnViewsOf {...definition.ownViews} list={list} /> : null}
        {hasPanel ? (
          <FilterPanel list={list} />
        ) : (
          list.filters.map((filter) => (
            <FilterControl key={filter.name} filter={filter} values={list.query.values} onChange={list.filter} />
          ))
        )}
        {list.isNarrowed && (list.query.search !== '' || !list.view) ? (
          <Button variant="ghost" size="sm" onClick={list.clear} {...(list.view && { hideBelow: 'sm' })}>
            <Trans>Clear</Trans>
          </Button>
        ) : null}
      </Controls>
    </Bar>
  );
}

/** Beside the search of a phone several filters would not fit. */
function useHasPanel<Row extends ListRow, Context>(definition: ListDefinition<Row, Context>): boolean {
  const { hasFilterPanel, searchLabel, filters } = definition;
  const isNarrow = useMedia(cardWidths) && searchLabel !== undefined && filters.length > 1;
  return hasFilterPanel ?? isNarrow;
}

function OwnViewsOf<Row extends ListRow, Context>({
  storedAs,
  Control,
  list: { filters, isNarrowed, view, query },
}: NonNullable<ListDefinition<Row, Context>['ownViews']> & { list: List<Row> }) {
  const isNotOfList = isNarrowed && (view === undefined || query.search !== '');
  return (
    <Control
      storedAs={storedAs}
      names={['search', 'sort', ...filters.flatMap(namesOf)]}
      isSaveable={isNotOfList || Boolean(query.sort)}
    />
  );
}

/** Keeps the height of the toolbar in a CSS variable of the page, because the head of the table sticks under it. */
function publishHeight(bar: HTMLElement): () => void {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--toolbar-height', `${bar.offsetHeight}px`));
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty('--toolbar-height');
  };
}

/** On wide screens it stays under the header while the rows scroll. */
const Bar = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '2',
    rowGap: '2',
    pb: '2',
    md: { position: 'sticky', top: '3.25rem', zIndex: 'docked', mx: '-6', mt: '-1', px: '6', pt: '1', bg: 'bg.canvas' },
  },
});

/** The search and the button of the panel are at the end of the bar, and the panel is a line of its own. */
const panelLine = { display: 'contents', '&:not(:only-child) > [role=search]': { ms: { lg: 'auto' } } } as const;

/**
 * On phones one line that scrolls sideways, so that the list begins near the top. A panel of filters is a line of the
 * bar itself.
 */
const Controls = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    flex: '1 1 20rem',
    minW: '0',
    flexWrap: { md: 'wrap' },
    '&:not(:only-child)': { justifyContent: { lg: 'flex-end' } },
    // Space for the focus rings, which a row that scrolls would cut off.
    smDown: {
      overflowX: 'auto',
      scrollbarWidth: 'none',
      p: '3px',
      m: '-3px',
      '& > :not([role=search])': { flexShrink: 0 },
    },
  },
});
