import { Plural, Trans } from '@lingui/react/macro';
import { SearchX } from 'lucide-react';
import { currentDatabase } from '../../local/current.ts';
import { usePageQuery } from '../../sync/use-live-query.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { cataloguePath, categoryPath } from './child-categories.tsx';
import { readCatalogue } from './queries.ts';
import { suggestionFor, type Suggestion } from './suggestion.ts';
import type { Browse } from './use-browse.ts';
import { Box } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

interface Props {
  browse: Pick<Browse, 'filter' | 'filterCount' | 'clearFilters' | 'clearAll'>;
  /** The category of the page. */
  categoryId: number | undefined;
}

/** A search or filter without results: what it may have wanted, and the buttons that search without it (S2I-09). */
export function NothingFound({ browse, categoryId }: Props) {
  const { filter, filterCount, clearFilters, clearAll } = browse;
  const catalogue = usePageQuery(() => readCatalogue(currentDatabase()), []);
  const suggestion = catalogue ? suggestionFor(catalogue, filter.search, categoryId) : null;
  const hasBoth = filterCount > 0 && filter.search.trim() !== '';
  return (
    <EmptyState
      icon={SearchX}
      title={<Trans>No products found matching your criteria.</Trans>}
      description={suggestion ? <SuggestionLink suggestion={suggestion} search={filter.search} /> : undefined}
      action={
        <Box display="flex" flexWrap="wrap" gap="2" justifyContent="center">
          {hasBoth ? (
            <Button onClick={clearFilters}>
              <Trans>Search without filters</Trans>
            </Button>
          ) : null}
          <Button variant="outline" onClick={clearAll}>
            <Trans>Clear All</Trans>
          </Button>
        </Box>
      }
    />
  );
}

function SuggestionLink({ suggestion, search }: { suggestion: Suggestion; search: string }) {
  if (suggestion.kind === 'elsewhere') {
    const { count } = suggestion;
    return (
      <AppLink to={cataloguePath()} search={{ search: search.trim() } as never} {...target}>
        <Plural value={count} one="# product in the whole catalogue" other="# products in the whole catalogue" />
      </AppLink>
    );
  }
  const { title } = suggestion;
  const address =
    suggestion.kind === 'category'
      ? { to: categoryPath(suggestion.id) }
      : { to: cataloguePath(), search: { search: title } as never };
  return (
    <Trans>
      Did you mean{' '}
      <AppLink {...address} {...target}>
        <bdi>{title}</bdi>
      </AppLink>
      ?
    </Trans>
  );
}

/** High enough for a finger. */
const target = { display: 'inline-block', py: { base: '3', md: '1' } } as const;
