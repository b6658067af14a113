import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useParams } from '@tanstack/react-router';
import { FolderX } from 'lucide-react';
import { useHomeCrumb } from '../../lists/use-home-crumb.ts';
import { currentDatabase } from '../../local/current.ts';
import { useLoadedQuery } from '../../sync/use-live-query.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonButtons, SkeletonField, SkeletonText } from '../../ui/skeleton-fields.tsx';
import { readCategoryForm } from './category-form-data.ts';
import { CategoryForm } from './category-form.tsx';
import { Box, Stack } from '../../ui/theme/styled.tsx';

const listPath = '/admin/categories';

/** The form of a new category as a page (S2B-03). */
export function CreateCategoryScreen() {
  const { t } = useLingui();
  return (
    <FormPage title={t`New category`}>
      <FormOf id={null} backTo={listPath} />
    </FormPage>
  );
}

/** The form of an existing category as a page (S2B-04). */
export function EditCategoryScreen() {
  const { t } = useLingui();
  const { id } = useParams({ strict: false }) as { id?: string };
  return (
    <FormPage title={t`Edit category`}>
      <FormOf key={id} id={Number(id)} backTo={`${listPath}/${id}`} />
    </FormPage>
  );
}

function FormPage({ title, children }: { title: string; children: React.ReactNode }) {
  const { t } = useLingui();
  return (
    <Box maxW="2xl">
      <PageHeader title={title} breadcrumb={[...useHomeCrumb(), { label: t`Categories`, to: listPath }]} />
      <Panel>{children}</Panel>
    </Box>
  );
}

function FormOf({ id, backTo }: { id: number | null; backTo: string }) {
  const db = currentDatabase();
  const navigate = useNavigate();
  const { value: data, isLoading } = useLoadedQuery(() => readCategoryForm(db, id), [db, id]);
  if (!data || (data.category === undefined && isLoading)) return <FormSkeleton />;
  if (data.category === undefined) return <UnknownCategory />;
  return (
    <CategoryForm
      category={data.category}
      parents={data.parents}
      onLeave={() => void navigate({ to: backTo, replace: true })}
    >
      {({ fields, buttons }) => (
        <>
          {fields}
          <Box
            mt="5"
            display="flex"
            justifyContent="flex-end"
            gap="3"
            css={{ '& > *': { flex: { base: '1', sm: 'none' } } }}
          >
            {buttons}
          </Box>
        </>
      )}
    </CategoryForm>
  );
}

/** Placeholders of the fields of `CategoryForm`. */
function FormSkeleton() {
  return (
    <Stack gap="4" aria-busy="true">
      <SkeletonField />
      <SkeletonField />
      <SkeletonField rows="6.625rem" />
      <Box pt="1">
        <SkeletonText w="5.5rem" />
        <SkeletonText size="hint" w="13.5rem" />
      </Box>
      <Box mt="1">
        <SkeletonButtons />
      </Box>
    </Stack>
  );
}

function UnknownCategory() {
  return (
    <EmptyState
      icon={FolderX}
      title={<Trans>This category is not in the catalogue.</Trans>}
      description={<Trans>It may have been removed, or it is not on this device yet.</Trans>}
      action={
        <ButtonLink to={listPath} variant="outline">
          <Trans>Back</Trans>
        </ButtonLink>
      }
    />
  );
}
