import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { SearchBox } from '../ui/search-box.tsx';
import type { ListDefinition } from './define-list.ts';
import { FilterPanel } from './filter-panel.tsx';
import { FilterControl } from './list-filters.tsx';
import type { ListRow } from './list-source.ts';
import type { List } from './use-list.ts';

interface Props<Row extends ListRow, Context> {
  definition: ListDefinition<Row, Context>;
  list: List<Row>;
}

/** The search and the filters of a list; a change returns to page 1. */
export function ListToolbar<Row extends ListRow, Context>({ definition, list }: Props<Row, Context>) {
  const { i18n } = useLingui();
  return (
    <Box display="flex" flexWrap="wrap" gap="2" mb="4">
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
        <Button variant="ghost" onClick={list.clear}>
          <Trans>Clear</Trans>
        </Button>
      ) : null}
    </Box>
  );
}
