import { useLingui } from '@lingui/react/macro';
import { Bookmark, ChevronDown } from 'lucide-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useOwnViews } from '../../lists/own-views.tsx';
import { currentDatabase } from '../../local/current.ts';
import { useIsFirstLoad } from '../../sync/use-sync-status.ts';
import { useFormatCount } from '../../text/money.ts';
import { Menu } from '../../ui/menu.tsx';
import { isSameQueue, useQueueIds, type QueueSearch } from './admin-queue.ts';
import { searchOf, ticketViewsFor, queueViewOf } from './ticket-views.ts';
import { chakra, MutedSpan } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

/** The view of the queue with its number of tickets, as a button that opens the list of views. */
export function QueueViewMenu({ search }: { search: QueueSearch }) {
  const { i18n, t } = useLingui();
  const navigate = useNavigate();
  const count = useQueueCount(search);
  const own = useOwnViews('ticketViews');
  const view = queueViewOf(search);
  const ownView = own.find((saved) => isSameQueue(saved.search, search));
  const open = (next: QueueSearch) =>
    void navigate({ to: '.', search: next as never, replace: true, resetScroll: false });
  const items = [
    ...ticketViewsFor(currentDatabase().userId).map((one) => ({
      id: one.label.id,
      checked: one.label.id === view?.label.id,
      label: <ViewLabel search={searchOf(one)}>{i18n._(one.label)}</ViewLabel>,
      onSelect: () => open(searchOf(one)),
    })),
    ...own.map((saved) => ({
      id: `own ${saved.name}`,
      icon: Bookmark,
      checked: saved === ownView,
      label: (
        <ViewLabel search={saved.search}>
          <bdi>{saved.name}</bdi>
        </ViewLabel>
      ),
      onSelect: () => open(saved.search),
    })),
  ];
  return (
    <Menu
      label={t`Views`}
      align="start"
      items={items}
      trigger={(props) => (
        <Button variant="ghost" size="sm" px="2" minW="0" fontWeight="semibold" {...props}>
          <chakra.bdi truncate>{ownView?.name ?? (view ? i18n._(view.label) : t`Filtered tickets`)}</chakra.bdi>
          <Count count={count} />
          <ChevronDown aria-hidden="true" />
        </Button>
      )}
    />
  );
}

/** Returns the number of tickets of a view; undefined while it is read, and while it is 0 because nothing is loaded. */
function useQueueCount(search: QueueSearch): number | undefined {
  const count = useQueueIds(search)?.length;
  const isFirstLoad = useIsFirstLoad();
  return count === 0 && isFirstLoad ? undefined : count;
}

function ViewLabel({ search, children }: { search: QueueSearch; children: ReactNode }) {
  return (
    <chakra.span display="flex" justifyContent="space-between" gap="6">
      <span>{children}</span> <Count count={useQueueCount(search)} />
    </chakra.span>
  );
}

function Count({ count }: { count: number | undefined }) {
  const formatCount = useFormatCount();
  return (
    <MutedSpan className="numbers" textStyle="xs" fontWeight="normal">
      {count === undefined ? null : formatCount(count)}
    </MutedSpan>
  );
}
