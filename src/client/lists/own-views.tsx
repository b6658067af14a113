import { useLingui } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Bookmark, BookmarkPlus, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { currentDatabase } from '../local/current.ts';
import type { SavedView, ViewsFact } from '../local/meta.ts';
import { useLiveQuery } from '../sync/use-live-query.ts';
import { isolated } from '../text/isolated.ts';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { toast } from '../ui/toast.ts';
import type { OwnViewsProps } from './define-list.ts';
import { ViewNameDialog } from './view-name-dialog.tsx';
import { chakra } from '../ui/theme/styled.tsx';
import { Button } from '../ui/button.tsx';

/** Opens, saves, renames and deletes the user's own views of a list, which are kept on this device (S2R-02, S2K-14). */
export function OwnViews({ storedAs, names, isSaveable }: OwnViewsProps) {
  const { t } = useLingui();
  const views = useOwnViews(storedAs);
  const search = useSearchOf(names);
  const [naming, setNaming] = useState<'save' | 'rename' | null>(null);
  const current = views.find((view) => isSameSearch(names, view.search, search));
  const store = (next: readonly SavedView[]) => void currentDatabase().setFact(storedAs, next);
  const items = useItems({ views, current, isSaveable, store, setNaming });
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
            store(
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

interface ItemsOptions extends Pick<OwnViewsProps, 'isSaveable'> {
  views: readonly SavedView[];
  current: SavedView | undefined;
  store: (views: readonly SavedView[]) => void;
  setNaming: (naming: 'save' | 'rename') => void;
}

/** Returns the entries: the views, and what can be done with the present filters. */
function useItems({ views, current, isSaveable, store, setNaming }: ItemsOptions): MenuItem[] {
  const { t } = useLingui();
  const navigate = useNavigate();
  const remove = (view: SavedView) => {
    store(views.filter((one) => one !== view));
    const { name } = view;
    toast({
      tone: 'success',
      title: t`View “${{ name: isolated(name) }}” deleted`,
      action: { label: t`Undo`, onSelect: () => store(views) },
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
    ...(!current && isSaveable
      ? [{ id: 'save', icon: BookmarkPlus, label: t`Save these filters…`, onSelect: () => setNaming('save') }]
      : []),
  ];
}

/** Returns the views of a list that the user has saved on this device. */
export function useOwnViews(storedAs: ViewsFact): readonly SavedView[] {
  const db = currentDatabase();
  return useLiveQuery(() => db.fact(storedAs), [db, storedAs]) ?? none;
}

const none: readonly SavedView[] = [];

const currentStyle = { '&[data-current=true]': { bg: 'bg.selected', color: 'brand.fg' } } as const;

/** Returns the named parameters of the address, as a view keeps them. */
export function useSearchOf(names: readonly string[]): SavedView['search'] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const given = names.filter((name) => search[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, String(search[name] as string | number)]));
}

/** Returns whether two views have the same values of these parameters, in any order. */
export const isSameSearch = (names: readonly string[], one: SavedView['search'], other: SavedView['search']): boolean =>
  names.every((name) => sorted(one[name]) === sorted(other[name]));

const sorted = (values = ''): string => values.split(',').toSorted().join();
