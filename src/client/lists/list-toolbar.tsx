import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { MultiSelect } from '../ui/multi-select.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import type { ListDefinition } from './define-list.ts';
import type { ListRow } from './list-source.ts';
import type { ActiveFilter, List } from './use-list.ts';

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
      {list.filters.map((filter) => (
        <Filter key={filter.name} filter={filter} onChange={(values) => list.filter(filter.name, values)} />
      ))}
      {list.isNarrowed ? (
        <Button variant="ghost" onClick={list.clear}>
          <Trans>Clear</Trans>
        </Button>
      ) : null}
    </Box>
  );
}

function Filter({ filter, onChange }: { filter: ActiveFilter; onChange: (values: readonly string[]) => void }) {
  const { i18n } = useLingui();
  const choices = useChoicesOf(filter);
  return <MultiSelect label={i18n._(filter.label)} choices={choices} value={filter.active} onChange={onChange} />;
}

/** Calls the filter's hook: the same one at every render, because a list's definition never changes. */
function useChoicesOf(filter: ActiveFilter) {
  return filter.useChoices();
}
