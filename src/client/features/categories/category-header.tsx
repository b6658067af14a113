import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Pencil } from 'lucide-react';
import { may } from '../../api/session.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { FreeText } from '../../ui/free-text.tsx';
import { usePageActions } from '../../ui/page-actions.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonBlock } from '../../ui/skeleton-lines.tsx';
import { cataloguePath, categoryPath } from './child-categories.tsx';
import type { CategoryPage } from './queries.ts';
import { chakra, HStack, Stack } from '../../ui/theme/styled.tsx';

interface Props {
  page: CategoryPage;
  /** Number of matching products on all pages; undefined while they load. */
  total: number | undefined;
}

/** Title, description and number of matching products (S2I-01). */
export function CategoryHeader({ page: { category, parent }, total }: Props) {
  const { t } = useLingui();
  const crumbs = [
    { label: t`Catalogue`, to: cataloguePath() },
    ...(parent ? [{ label: <FreeText truncate>{parent.title}</FreeText>, to: categoryPath(parent.id) }] : []),
  ];
  return (
    <PageHeader
      title={category.title}
      breadcrumb={crumbs}
      actions={may('catalogue.change') ? <EditLink id={category.id} /> : undefined}
      description={
        <>
          <p>{category.description ? <bdi>{category.description}</bdi> : <Trans>No description available</Trans>}</p>
          {total === undefined ? <SkeletonBlock h="3.5" w="20" mt="1.5" /> : <ProductCount total={total} />}
        </>
      }
    />
  );
}

/** Only its icon on a phone, where the title needs the width; the palette has it, too (S2V-02). */
function EditLink({ id }: { id: number }) {
  const { t } = useLingui();
  const target = { to: `/admin/categories/${id}/edit` };
  usePageActions(() => [{ id: 'edit', label: t`Edit`, icon: Pencil, target }]);
  return (
    <ButtonLink {...target} variant="outline" aria-label={t`Edit`} px={{ base: '0', sm: '4' }}>
      <Pencil size={16} />
      <chakra.span hideBelow="sm">
        <Trans>Edit</Trans>
      </chakra.span>
    </ButtonLink>
  );
}

/** "24 products": the number of products that match the search and the filters. */
export function ProductCount({ total }: { total: number }) {
  return (
    <chakra.p className="numbers" mt="1" textStyle="xs" color="fg.subtle" aria-live="polite">
      <Plural value={total} one="# product" other="# products" />
    </chakra.p>
  );
}

/** The header and the toolbar while the category loads. */
export function CategoryHeaderSkeleton() {
  return (
    <Stack mb="3" gap="2" data-testid="category-header-skeleton" aria-hidden="true">
      <HStack minH="12">
        <SkeletonBlock h="5" w="min(16rem, 70%)" />
      </HStack>
      <SkeletonBlock h="3.5" w="min(24rem, 90%)" />
      <SkeletonBlock h="3" w="20" />
      <SkeletonBlock h={{ base: '11', md: '9' }} w={{ base: 'full', md: '2xs' }} mt="2" />
    </Stack>
  );
}
