import { Button } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trans, useLingui } from '@lingui/react/macro';
import { SearchBox } from '../ui/search-box.tsx';
import type { ListDefinition } from './define-list.ts';
import { FilterPanel } from './filter-panel.tsx';
import { FilterControl } from './list-filters.tsx';
import type { ListRow } from './list-source.ts';
import { ListViews } from './list-views.tsx';
import type { List } from './use-list.ts';

interface Props<Row extends ListRow, Context> {
  definition: ListDefinition<Row, Context>;
  list: List<Row>;
}

/** The views, the search and the filters of a list, on wide screens in one line; a change returns to page 1. */
export function ListToolbar<Row extends ListRow, Context>({ definition, list }: Props<Row, Context>) {
  const { i18n } = useLingui();
  return (
    <Bar>
      {definition.views ? <ListViews definition={definition} list={list} views={definition.views} /> : null}
      <Controls {...(definition.hasFilterPanel ? { css: panelLine } : {})}>
        <SearchBox label={i18n._(definition.searchLabel)} value={list.query.search} onSearch={list.search} />
        {definition.hasFilterPanel ? (
          <FilterPanel list={list} />
        ) : (
          list.filters.map((filter) => (
            <FilterControl
              key={filter.name}
              filter={filter}
              onChange={(values) => list.filter({ [filter.name]: values })}
            />
          ))
        )}
        {list.isNarrowed ? (
          <Button variant="ghost" size="sm" onClick={list.clear}>
            <Trans>Clear</Trans>
          </Button>
        ) : null}
      </Controls>
    </Bar>
  );
}

const Bar = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '2', rowGap: '2', mb: '2' },
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
    // Room for the focus rings, which the scrolling line would cut off.
    smDown: { overflowX: 'auto', scrollbarWidth: 'none', p: '3px', m: '-3px' },
  },
});
