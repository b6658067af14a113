import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { FolderTree, Pencil, Plus } from 'lucide-react';
import { pageSizes } from '../../../contract/limits.ts';
import { may } from '../../api/session.ts';
import { defineList } from '../../lists/define-list.ts';
import { ListPage } from '../../lists/list-page.tsx';
import { useHomeCrumb } from '../../lists/use-home-crumb.ts';
import { currentDatabase } from '../../local/current.ts';
import { readPendingStates, type PendingState } from '../../sync/pending.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useDates } from '../../text/dates.ts';
import { isolated } from '../../text/isolated.ts';
import { useFormatCount } from '../../text/money.ts';
import { CategoryGlyph } from '../../ui/motif-glyph.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FreeText } from '../../ui/free-text.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useUrlDialog, useUrlDialogOpener } from '../../ui/use-url-dialog.ts';
import { categorySource, noParent, type ListedCategory } from './admin-categories-source.ts';
import { CategorySwitch } from './admin-category-switch.tsx';
import { CategoryFormDialog } from './category-form-dialog.tsx';
import { CategoryMenu, MoveButtons } from './admin-category-move.tsx';
import { readCategoryTree } from './queries.ts';
import { Box, chakra } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

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
      width: '4rem',
      hideLabelOnCard: true,
      numbers: true,
      cell: ({ id }) => <chakra.bdi color="fg.muted">#{id}</chakra.bdi>,
    },
    {
      id: 'title',
      header: msg`Title`,
      cardSlot: 'lead',
      cell: (category, { isTree }) => <CategoryTitle category={category} isTree={isTree} />,
    },
    {
      id: 'parent',
      header: msg`Parent category`,
      width: '16%',
      cardSlot: 'none',
      cell: ({ parentTitle }) => (parentTitle === null ? null : <FreeText>{parentTitle}</FreeText>),
    },
    {
      id: 'products',
      header: msg`Products`,
      width: '5.5rem',
      align: 'end',
      numbers: true,
      cell: ({ totalCount }, { formatCount }) => formatCount(totalCount),
    },
    {
      id: 'active',
      header: msg`Active`,
      width: '6rem',
      // On a card in the line of facts, so that the title has its line.
      cardSlot: 'amount',
      align: 'end',
      cell: (category, { pendingStates }) => (
        <CategorySwitch category={category} pending={pendingStates.get(String(category.id))} />
      ),
    },
    {
      id: 'date',
      header: msg`Date`,
      width: '8rem',
      cardSlot: 'none',
      numbers: true,
      cell: ({ created_at: at }, { dates }) => dates.short(at),
    },
    {
      id: 'edit',
      header: msg`Edit`,
      hideHeaderInTable: true,
      width: '9.5rem',
      align: 'end',
      cardSlot: 'actions',
      isOffered: () => may('catalogue.change'),
      cell: (category, { canMove }) => (
        <>
          <Box display={{ base: 'none', sm: 'inline-flex' }} alignItems="center" gap="1">
            {canMove ? <MoveButtons category={category} /> : null}
            <EditButton category={category} />
          </Box>
          <CategoryMenu category={category} canMove={canMove} />
        </>
      ),
    },
  ],
  openLabel: ({ title }) => msg`Open category ${{ title: isolated(title) }}`,
  Empty: NoCategories,
  nothingFound: msg`No categories match your search.`,
});

/** The categories of the shop in their order of display, with popups for a new one and for changes (S2H). */
export function AdminCategoriesScreen() {
  const navigate = useNavigate();
  const creation = useUrlDialog('new');
  const edit = useUrlDialog('edit');
  return (
    <ListPage
      list={allCategories}
      breadcrumb={useHomeCrumb()}
      actions={may('catalogue.change') ? <NewButton /> : null}
      onOpen={({ id }) => void navigate({ to: `/admin/categories/${id}` })}
    >
      {() =>
        may('catalogue.change') && (
          <>
            {creation.id === null ? null : <CategoryFormDialog id={null} onClose={creation.close} />}
            {edit.id === null ? null : <CategoryFormDialog key={edit.id} id={edit.id} onClose={edit.close} />}
          </>
        )
      }
    </ListPage>
  );
}

const noStates: ReadonlyMap<string, PendingState> = new Map();

function useListContext() {
  const db = currentDatabase();
  const { search, active }: { search?: unknown; active?: unknown } = useSearch({ strict: false });
  return {
    pendingStates: useLiveQuery(() => readPendingStates(db, 'categories'), [db]) ?? noStates,
    formatCount: useFormatCount(),
    dates: useDates(),
    /** Children follow their parents; a search finds some of both. */
    isTree: !search,
    /** All categories of a parent are in the list. */
    canMove: !search && !active,
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

/** The title, indented under its parent; in the results of a search, narrow screens show the parent under it. */
function CategoryTitle({ category, isTree }: { category: ListedCategory; isTree: boolean }) {
  const { title, parentTitle, depth } = category;
  return (
    <chakra.span
      display="flex"
      alignItems="center"
      gap="2.5"
      ps={isTree ? { base: `${depth}rem`, sm: `${depth * 1.5}rem` } : '0'}
    >
      <chakra.span color={depth === 0 ? 'fg' : 'fg.subtle'} flexShrink={0}>
        <CategoryGlyph texts={[title, category.description, parentTitle]} />
      </chakra.span>
      <chakra.span flex="1" minW="0">
        <FreeText fontWeight={depth === 0 ? 'semibold' : 'normal'}>{title}</FreeText>
        {isTree || parentTitle === null ? null : (
          <FreeText hideFrom="lg" textStyle="meta" color="fg.muted">
            {parentTitle}
          </FreeText>
        )}
      </chakra.span>
    </chakra.span>
  );
}

function NewButton() {
  const open = useUrlDialogOpener('new');
  return (
    <Button onClick={() => open(1)}>
      <Plus size={18} />
      <Trans>New category</Trans>
    </Button>
  );
}

function EditButton({ category: { id, title } }: { category: ListedCategory }) {
  const { t } = useLingui();
  const open = useUrlDialogOpener('edit');
  const label = t`Edit category ${{ title: isolated(title) }}`;
  return (
    <IconButton size="sm" label={label} title={t`Edit`} onClick={() => open(id)}>
      <Pencil size={18} />
    </IconButton>
  );
}

function NoCategories() {
  return (
    <EmptyState
      icon={FolderTree}
      title={<Trans>There are no categories yet.</Trans>}
      action={may('catalogue.change') ? <NewButton /> : null}
    />
  );
}
