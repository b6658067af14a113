import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useParams } from '@tanstack/react-router';
import { FileX } from 'lucide-react';
import { useHomeCrumb } from '../../lists/use-home-crumb.ts';
import { currentDatabase } from '../../local/current.ts';
import { useLoadedQuery } from '../../sync/use-live-query.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonButtons, SkeletonField } from '../../ui/skeleton-fields.tsx';
import { SkeletonBlock } from '../../ui/skeleton-lines.tsx';
import { ArticleForm } from './article-form.tsx';
import { Box, HStack, Stack } from '../../ui/theme/styled.tsx';

const listPath = '/admin/help';

/** The form of a new article or announcement. */
export function CreateArticleScreen() {
  const { t } = useLingui();
  const leave = useLeave();
  return (
    <FormPage title={t`New article`}>
      <ArticleForm article={null} onLeave={leave} />
    </FormPage>
  );
}

/** The form of an existing article. */
export function EditArticleScreen() {
  const { t } = useLingui();
  const { id } = useParams({ strict: false }) as { id?: string };
  return (
    <FormPage title={t`Edit article`}>
      <FormOf key={id} id={Number(id)} />
    </FormPage>
  );
}

function FormPage({ title, children }: { title: string; children: React.ReactNode }) {
  const { t } = useLingui();
  return (
    <Box maxW="6xl">
      <PageHeader title={title} breadcrumb={[...useHomeCrumb(), { label: t`Articles`, to: listPath }]} />
      {children}
    </Box>
  );
}

function FormOf({ id }: { id: number }) {
  const db = currentDatabase();
  const leave = useLeave();
  const { value: found, isLoading } = useLoadedQuery(async () => ({ article: await db.articles.get(id) }), [db, id]);
  if (!found || (!found.article && isLoading)) return <FormSkeleton />;
  return found.article ? <ArticleForm article={found.article} onLeave={leave} /> : <UnknownArticle />;
}

/** Placeholders of the panels of `ArticleForm`. */
function FormSkeleton() {
  return (
    <Stack gap="4" aria-busy="true">
      <Panel>
        <Box display="grid" gap="4" gridTemplateColumns="repeat(auto-fit, minmax(min(15rem, 100%), 1fr))">
          <SkeletonField />
          <SkeletonField />
          <SkeletonField />
        </Box>
      </Panel>
      <Panel>
        <Stack gap="4">
          <HStack gap="4" h="11" borderBottomWidth="1px" aria-hidden="true">
            <SkeletonBlock h="3.5" w="20" />
            <SkeletonBlock h="3.5" w="20" />
            <SkeletonBlock h="3.5" w="20" />
          </HStack>
          <Box display="grid" gap="6" gridTemplateColumns={{ base: '1fr', lg: '1fr 1fr' }}>
            <Stack gap="4">
              <SkeletonField />
              <SkeletonField rows="min(75vh, 44rem)" />
            </Stack>
            <Box hideBelow="lg">
              <SkeletonField rows="30rem" />
            </Box>
          </Box>
        </Stack>
      </Panel>
      <SkeletonButtons />
    </Stack>
  );
}

function useLeave(): () => void {
  const navigate = useNavigate();
  return () => void navigate({ to: listPath, replace: true });
}

function UnknownArticle() {
  return (
    <EmptyState
      icon={FileX}
      title={<Trans>This article is not in the help centre.</Trans>}
      description={<Trans>It may have been deleted, or it is not on this device yet.</Trans>}
      action={
        <ButtonLink to={listPath} variant="outline">
          <Trans>Back</Trans>
        </ButtonLink>
      }
    />
  );
}
