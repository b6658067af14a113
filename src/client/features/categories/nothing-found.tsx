import { Plural, Trans } from '@lingui/react/macro';
import { SearchX } from 'lucide-react';
import { nearestTitle, nearMatcher } from '../../../contract/near-search.ts';
import { fold } from '../../../contract/search.ts';
import { currentDatabase } from '../../local/current.ts';
import { usePageQuery } from '../../sync/use-live-query.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Wrap } from '../../ui/theme/styled.tsx';
import { cataloguePath, categoryPath } from './child-categories.tsx';
import { cleanFilter, filterProducts } from './product-filter.ts';
import { branchIds, readCatalogue, type CategoryNode, type ListedProduct } from './queries.ts';
import type { Browse } from './use-browse.ts';

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
        <Wrap gap="2" justifyContent="center">
          {hasBoth ? (
            <Button onClick={clearFilters}>
              <Trans>Search without filters</Trans>
            </Button>
          ) : null}
          <Button variant="outline" onClick={clearAll}>
            <Trans>Clear All</Trans>
          </Button>
        </Wrap>
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
  const found = (
    <AppLink {...address} {...target}>
      <bdi>{title}</bdi>
    </AppLink>
  );
  return <Trans>Did you mean {found}?</Trans>;
}

/** High enough for a finger. */
const target = { display: 'inline-block', py: { base: '3', md: '1' } } as const;

/** What a search without results may have wanted. */
type Suggestion =
  | { kind: 'category'; id: number; title: string }
  | { kind: 'product'; title: string }
  /** Number of products of other categories that match the search. */
  | { kind: 'elsewhere'; count: number };

interface Catalogue {
  tree: readonly CategoryNode[];
  products: readonly ListedProduct[];
}

/**
 * Returns the number of products of other categories that match a search, else the category or the product with the
 * nearest title; null when none is near, or when only the filters hide what matches. `categoryId` is the category that
 * was searched, undefined for the whole catalogue.
 */
function suggestionFor(
  { tree, products }: Catalogue,
  search: string,
  categoryId: number | undefined,
): Suggestion | null {
  if (search.trim() === '') return null;
  const categories = allBelow(tree);
  const matching = filterProducts(products, cleanFilter({ search, min: '', max: '', sort: '', only: [] }));
  if (matching.length > 0) {
    const branch = categoryId === undefined ? null : branchIds(categories, categoryId);
    const isHere = matching.some((product) => product.category_ids.some((id) => branch?.has(id) ?? true));
    return isHere ? null : { kind: 'elsewhere', count: matching.length };
  }
  return nearestOf(
    categories.filter(({ id, totalCount }) => id !== categoryId && totalCount > 0),
    products,
    search,
  );
}

function nearestOf(
  categories: readonly CategoryNode[],
  products: readonly ListedProduct[],
  search: string,
): Suggestion | null {
  const closenessOf = nearMatcher(search);
  const titles = [...categories, ...products].map(({ title }) => title);
  const matching = categories.findIndex(({ title }) => closenessOf(fold(title), fold(title)) !== null);
  const place = matching < 0 ? nearestTitle(search, titles) : matching;
  const category = categories[place];
  if (category) return { kind: 'category', id: category.id, title: category.title };
  return place < 0 ? null : { kind: 'product', title: titles[place]! };
}

const allBelow = (nodes: readonly CategoryNode[]): CategoryNode[] =>
  nodes.flatMap((node) => [node, ...allBelow(node.children)]);
