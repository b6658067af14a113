import { Button } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { FolderTree, Pencil, Plus } from 'lucide-react';
import { pageSizes } from '../../../contract/limits.ts';
import { defineList } from '../../lists/define-list.ts';
import { ListPage } from '../../lists/list-page.tsx';
import { currentDatabase } from '../../local/current.ts';
import { readPendingStates, type PendingState } from '../../sync/pending.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useDates } from '../../text/dates.ts';
import { useFormatCount } from '../../text/money.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FreeText } from '../../ui/free-text.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useUrlDialog } from '../../ui/use-url-dialog.ts';
import { categorySource, noParent, type ListedCategory } from './admin-categories-source.ts';
import { CategorySwitch } from './admin-category-switch.tsx';
import { CategoryFormDialog } from './category-form-dialog.tsx';
import { readCategoryTree } from './queries.ts';

/** All categories: id, title, parent, products, active switch, date, edit (S2H-02). */
const allCategories = defineList<ListedCategory, ReturnType<typeof useListContext>>({
  source: categorySource,
  title: msg`Categories`,
  searchLabel: msg`Search categories`,
  filters: [
    { name: 'parent', label: msg`Parent category`, useChoices: useParentChoices },
    { name: 'active', label: msg`Active`, values: ['yes', 'no'], useChoices: useActiveChoices },
  ],
  pageSizes,
  useContext: useListContext,
  columns: [
    {
      id: 'id',
      header: msg`ID`,
      width: '4.5rem',
      hideName: true,
      numbers: true,
      cell: ({ id }) => <chakra.bdi color="fg.muted">#{id}</chakra.bdi>,
    },
    {
      id: 'title',
      header: msg`Title`,
      cardPlace: 'lead',
      cell: (category, { isTree }) => <CategoryTitle category={category} isTree={isTree} />,
    },
    {
      id: 'parent',
      header: msg`Parent category`,
      width: '24%',
      cell: ({ parentTitle }) => (parentTitle === null ? null : <FreeText>{parentTitle}</FreeText>),
    },
    {
      id: 'products',
      header: msg`Products`,
      width: '6rem',
      align: 'end',
      numbers: true,
      cell: ({ totalCount }, { formatCount }) => formatCount(totalCount),
    },
    {
      id: 'active',
      header: msg`Active`,
      width: '6rem',
      cardPlace: 'side',
      align: 'end',
      cell: (category, { pendingStates }) => (
        <CategorySwitch category={category} pending={pendingStates.get(String(category.id))} />
      ),
    },
    {
      id: 'date',
      header: msg`Date`,
      width: '8rem',
      cardPlace: 'extra',
      hideName: true,
      numbers: true,
      cell: ({ created_at: at }, { dates }) => dates.short(at),
    },
    {
      id: 'edit',
      header: msg`Edit`,
      hideHeader: true,
      width: '5rem',
      cardPlace: 'actions',
      cell: (category) => <EditButton category={category} />,
    },
  ],
  openLabel: ({ title }) => msg`Open category ${title}`,
  Empty: NoCategories,
  nothingFound: msg`No categories match your search.`,
});

/** The categories of the shop, with popups for a new one and for changes (S2H). */
export function AdminCategoriesScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const creation = useUrlDialog('new');
  const edit = useUrlDialog('edit');
  return (
    <ListPage
      list={allCategories}
      breadcrumb={[{ label: t`Dashboard`, to: '/dashboard' }]}
      actions={<NewButton />}
      onOpen={({ id }) => void navigate({ to: `/admin/categories/${id}` })}
    >
      {() => (
        <>
          {creation.id === null ? null : <CategoryFormDialog id={null} onClose={creation.close} />}
          {edit.id === null ? null : <CategoryFormDialog key={edit.id} id={edit.id} onClose={edit.close} />}
        </>
      )}
    </ListPage>
  );
}

const noStates: ReadonlyMap<string, PendingState> = new Map();

function useListContext() {
  const db = currentDatabase();
  const { search }: { search?: unknown } = useSearch({ strict: false });
  return {
    pendingStates: useLiveQuery(() => readPendingStates(db, 'categories'), [db]) ?? noStates,
    formatCount: useFormatCount(),
    dates: useDates(),
    /** Children follow their parents; a search finds some of both. */
    isTree: !search,
  };
}

function useParentChoices() {
  const { t } = useLingui();
  const tree = useLiveQuery(() => readCategoryTree(currentDatabase()), []) ?? [];
  const parents = tree.filter(({ children }) => children.length > 0);
  return [
    { value: noParent, label: t`No parent` },
    ...parents.map(({ id, title }) => ({ value: String(id), label: title })),
  ];
}

function useActiveChoices() {
  const { t } = useLingui();
  return [
    { value: 'yes', label: t`Active` },
    { value: 'no', label: t`Inactive` },
  ];
}

/** The title, indented under its parent in the table. */
function CategoryTitle({ category: { title, depth }, isTree }: { category: ListedCategory; isTree: boolean }) {
  return (
    <chakra.span display="block" ps={{ sm: isTree ? `${depth * 1.5}rem` : '0' }}>
      <FreeText fontWeight={depth === 0 ? 'semibold' : 'normal'}>{title}</FreeText>
    </chakra.span>
  );
}

function NewButton() {
  const { open } = useUrlDialog('new');
  return (
    <Button onClick={() => open(1)}>
      <Plus size={18} />
      <Trans>New category</Trans>
    </Button>
  );
}

function EditButton({ category: { id, title } }: { category: ListedCategory }) {
  const { t } = useLingui();
  const { open } = useUrlDialog('edit');
  const label = t`Edit category ${title}`;
  return (
    <>
      <Button size="xs" variant="outline" hideBelow="sm" aria-label={label} onClick={() => open(id)}>
        <Trans>Edit</Trans>
      </Button>
      <IconButton label={label} hideFrom="sm" color="fg.muted" onClick={() => open(id)}>
        <Pencil size={18} />
      </IconButton>
    </>
  );
}

function NoCategories() {
  return <EmptyState icon={FolderTree} title={<Trans>There are no categories yet.</Trans>} action={<NewButton />} />;
}
