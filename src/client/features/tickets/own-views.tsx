import { Button } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { Bookmark, BookmarkPlus, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { currentDatabase } from '../../local/current.ts';
import type { LocalDatabase } from '../../local/database.ts';
import type { SavedView } from '../../local/meta.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { isolated } from '../../text/isolated.ts';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { toast } from '../../ui/toast.ts';
import { isSameQueue, useQueueSearch, type QueueSearch } from './admin-queue.ts';
import { queueViewOf } from './ticket-views.ts';
import { ViewNameDialog } from './view-name-dialog.tsx';

/** Opens, saves, renames and deletes the user's own views of tickets, which are kept on this device (S2R-02). */
export function OwnViews() {
  const { t } = useLingui();
  const views = useOwnViews();
  const search = useQueueSearch();
  const [naming, setNaming] = useState<'save' | 'rename' | null>(null);
  const current = views.find((view) => isSameQueue(view.search, search));
  const items = useItems(views, current, search, setNaming);
  if (items.length === 0) return null;
  return (
    <>
      <Menu
        label={t`My views`}
        align="start"
        items={items}
        trigger={(props) => (
          <Button
            variant="outline"
            size="sm"
            flexShrink="0"
            px="2.5"
            css={currentStyle}
            data-current={current !== undefined}
            aria-label={current ? t`My views: ${isolated(current.name)}` : t`My views`}
            title={t`My views`}
            {...props}
          >
            <Bookmark aria-hidden="true" />
            {current ? (
              <chakra.bdi maxW="32" truncate>
                {current.name}
              </chakra.bdi>
            ) : null}
          </Button>
        )}
      />
      {naming ? (
        <ViewNameDialog
          name={naming === 'rename' ? (current?.name ?? '') : ''}
          taken={views.filter((view) => view !== current).map(({ name }) => name)}
          onSave={(name) => {
            setNaming(null);
            void storeViews(
              naming === 'rename'
                ? views.map((view) => (view === current ? { ...view, name } : view))
                : [...views, { name, search }],
            );
          }}
          onClose={() => setNaming(null)}
        />
      ) : null}
    </>
  );
}

/** Returns the entries: the views, and what can be done with the present filters. */
function useItems(
  views: readonly SavedView[],
  current: SavedView | undefined,
  search: QueueSearch,
  setNaming: (naming: 'save' | 'rename') => void,
): MenuItem[] {
  const { t } = useLingui();
  const navigate = useNavigate();
  const remove = (view: SavedView) => {
    void storeViews(views.filter((one) => one !== view));
    const { name } = view;
    toast({
      tone: 'success',
      title: t`View “${{ name: isolated(name) }}” deleted`,
      action: { label: t`Undo`, onSelect: () => void storeViews(views) },
    });
  };
  return [
    ...views.map((view) => ({
      id: `view ${view.name}`,
      checked: view === current,
      label: <bdi>{view.name}</bdi>,
      onSelect: () => void navigate({ to: '.', search: view.search as never, replace: true, resetScroll: false }),
    })),
    ...(current
      ? [
          { id: 'rename', icon: Pencil, label: t`Rename this view…`, onSelect: () => setNaming('rename') },
          { id: 'delete', icon: Trash2, label: t`Delete this view`, onSelect: () => remove(current) },
        ]
      : []),
    ...(!current && !queueViewOf(search)
      ? [{ id: 'save', icon: BookmarkPlus, label: t`Save these filters…`, onSelect: () => setNaming('save') }]
      : []),
  ];
}

/** Returns the views of tickets that the user has saved on this device. */
export function useOwnViews(): readonly SavedView[] {
  const db = currentDatabase();
  return useLiveQuery(() => readViews(db), [db]) ?? none;
}

const readViews = async (db: LocalDatabase): Promise<readonly SavedView[]> => (await db.fact('ticketViews')) ?? none;

const storeViews = (views: readonly SavedView[]): Promise<void> => currentDatabase().setFact('ticketViews', views);

const none: readonly SavedView[] = [];

const currentStyle = { '&[data-current=true]': { bg: 'bg.selected', color: 'brand.fg' } } as const;
