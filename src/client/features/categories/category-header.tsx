import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonBlock } from '../../ui/skeleton-lines.tsx';
import { cataloguePath, categoryPath } from './paths.ts';
import type { CategoryPage } from './queries.ts';

interface Props {
  found: CategoryPage;
  /** Products shown, all pages together; undefined while they are coming. */
  total: number | undefined;
}

/** Title, description and how many products are shown (S2I-01). */
export function CategoryHeader({ found: { category, parent }, total }: Props) {
  const { t } = useLingui();
  const crumbs = [
    { label: t`Catalogue`, to: cataloguePath() },
    ...(parent ? [{ label: <bdi>{parent.title}</bdi>, to: categoryPath(parent.id) }] : []),
  ];
  return (
    <PageHeader
      title={category.title}
      breadcrumb={crumbs}
      description={
        <>
          <p>{category.description ? <bdi>{category.description}</bdi> : <Trans>No description available</Trans>}</p>
          {total === undefined ? <SkeletonBlock h="3.5" w="20" mt="1.5" /> : <ProductCount total={total} />}
        </>
      }
    />
  );
}

/** "24 products": what the search and the filters leave. */
export function ProductCount({ total }: { total: number }) {
  return (
    <chakra.p className="numbers" mt="1" textStyle="xs" color="fg.subtle" aria-live="polite">
      <Plural value={total} one="# product" other="# products" />
    </chakra.p>
  );
}

/** The header while the category is coming. */
export function CategoryHeaderSkeleton() {
  return (
    <Box
      mb={{ base: '4', md: '6' }}
      display="flex"
      flexDirection="column"
      gap="3"
      data-testid="category-header-skeleton"
      aria-hidden="true"
    >
      <SkeletonBlock h="3.5" w="24" />
      <SkeletonBlock h="7" w="min(16rem, 70%)" />
      <SkeletonBlock h="3.5" w="min(24rem, 90%)" />
    </Box>
  );
}
