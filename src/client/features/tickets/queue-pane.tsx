import { useLingui } from '@lingui/react/macro';
import { List } from 'lucide-react';
import { memo, useState } from 'react';
import type { ComponentProps } from 'react';
import { skeletonRows } from '../../../contract/limits.ts';
import type { ResponseRow, TicketRow } from '../../../contract/tickets.ts';
import { uuidv7 } from '../../../contract/uuid.ts';
import { readRows } from '../../lists/list-source.ts';
import { currentDatabase } from '../../local/current.ts';
import { useIsFirstLoad } from '../../sync/use-sync-status.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { useQueueIds, useQueueSearch, type QueueSearch } from './admin-queue.ts';
import { readLastResponses, readTicket, readUnreadTickets } from './queries.ts';
import { QueueRow, QueueRowSkeleton } from './queue-row.tsx';
import { QueueViewMenu } from './queue-view-menu.tsx';
import { usePendingTickets } from './ticket-name.tsx';
import { queueViewOf } from './ticket-views.ts';
import { useRowWindow } from './use-row-window.ts';
import { chakra, Muted } from '../../ui/theme/styled.tsx';

const rowRem = 4;

/** The tickets of a view beside the open one, which is marked (S2R-01). It stays as it is from ticket to ticket. */
export function QueuePane({ ticketRef }: { ticketRef: string }) {
  const { t } = useLingui();
  const search = useQueueSearch();
  const current = useTicketId(ticketRef);
  return (
    <Pane aria-label={t`Queue`}>
      <Head>
        <QueueViewMenu search={search} />
        <ButtonLink
          to="/admin/tickets"
          search={search as never}
          variant="ghost"
          size="sm"
          px="0"
          color="fg.muted"
          aria-label={t`Show as a table`}
          title={t`Show as a table`}
        >
          <List size="1.125rem" aria-hidden="true" />
        </ButtonLink>
      </Head>
      <Rows key={JSON.stringify(search)} search={search} current={current} />
    </Pane>
  );
}

/** Returns the id of a ticket by its id or its number; undefined while it is read. */
function useTicketId(ref: string): string | undefined {
  const db = currentDatabase();
  const number = /^\d+$/.test(ref) ? ref : null;
  const found = useLiveQuery(
    async () => (number === null ? undefined : { ref, id: (await readTicket(db, number))?.id }),
    [db, number],
  );
  if (number === null) return ref.toLowerCase();
  return found?.ref === ref ? found.id : undefined;
}

const noIds: readonly string[] = [];

function Rows({ search, current = '' }: { search: QueueSearch; current: string | undefined }) {
  const found = useQueueIds(search);
  const isFirstLoad = useIsFirstLoad();
  // An empty queue is not final before the first load is complete.
  const known = found?.length === 0 && isFirstLoad ? undefined : found;
  const ids = known ?? noIds;
  const { scroller, rowHeight, from, to, isPainted } = useRowWindow(ids.length, rowRem, ids.indexOf(current));
  const shown = ids.slice(from, to);
  const { rows, lasts } = useShownTickets(shown);
  const pendingStates = usePendingTickets();
  // The router restores the position of each element with the same id: after a reload, and with another ticket, the open
  // one is in view instead.
  const [scrollId] = useState(uuidv7);
  const unread = useUnread();
  return (
    <Scroller ref={scroller} data-scroll-restoration-id={`${scrollId} ${current}`}>
      {known?.length === 0 ? <NoTickets search={search} /> : null}
      {known || !isFirstLoad ? null : <LoadingRows />}
      <chakra.ul position="relative" style={{ height: ids.length * rowHeight }}>
        {shown.map((id, at) => (
          <QueueItem
            key={id}
            place={from + at}
            count={ids.length}
            height={rowHeight}
            ticket={rows.get(id)}
            last={lasts.get(id)}
            pending={pendingStates.get(id)}
            isCurrent={id === current}
            isUnread={unread.has(id)}
            hasSkeleton={isPainted}
            queue={search}
          />
        ))}
      </chakra.ul>
    </Scroller>
  );
}

/** As many as a laptop shows. */
const LoadingRows = () => (
  <div aria-hidden="true">
    {Array.from({ length: skeletonRows.table }, (_, at) => (
      <chakra.div key={at} h={`${rowRem}rem`}>
        <QueueRowSkeleton />
      </chakra.div>
    ))}
  </div>
);

interface ItemProps extends Omit<ComponentProps<typeof QueueRow>, 'ticket'> {
  /** The place in the queue from 0, of `count`. */
  place: number;
  count: number;
  height: number;
  /** Undefined while it is read. */
  ticket: TicketRow | undefined;
  /** Shows a skeleton while the ticket is read: not before the first frame, in which most rows are already known. */
  hasSkeleton: boolean;
}

/** Rendered again only when its own row changes: with another ticket open, two of all rows do. */
const QueueItem = memo(function QueueItem({ place, count, height, ticket, hasSkeleton, ...row }: ItemProps) {
  return (
    <Item aria-setsize={count} aria-posinset={place + 1} style={{ top: place * height, height }}>
      {ticket ? <QueueRow ticket={ticket} {...row} /> : hasSkeleton ? <QueueRowSkeleton /> : null}
    </Item>
  );
});

function NoTickets({ search }: { search: QueueSearch }) {
  const { i18n, t } = useLingui();
  const { empty } = queueViewOf(search) ?? {};
  return (
    <Muted px="4" py="6" textStyle="sm">
      {empty ? i18n._(empty) : t`No tickets match your search.`}
    </Muted>
  );
}

/** Returns the tickets with these ids, and their last responses; while other ids are read, the earlier ones stay. */
function useShownTickets(ids: readonly string[]) {
  const db = currentDatabase();
  const rows = useLiveQuery(
    async () => new Map((await readRows(db.table<TicketRow, string>('tickets'), ids)).map((row) => [row.id, row])),
    [db, ids.join()],
  );
  const lasts = useLiveQuery(() => readLastResponses(db, ids), [db, ids.join()]);
  return { rows: rows ?? new Map<string, TicketRow>(), lasts: lasts ?? new Map<string, ResponseRow>() };
}

function useUnread(): ReadonlySet<string> {
  const db = currentDatabase();
  return useLiveQuery(() => readUnreadTickets(db), [db]) ?? nothing;
}

const nothing: ReadonlySet<string> = new Set();

/** Under the header, as high as the window. */
const Pane = chakra('section', {
  base: {
    position: 'sticky',
    top: '13',
    h: 'calc(100dvh - 3.25rem)',
    mt: '-1',
    ms: '-6',
    display: 'flex',
    flexDirection: 'column',
    minW: '0',
    bg: 'bg.panel',
    borderInlineEndWidth: '1px',
  },
});

const Head = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '2',
    minH: '12',
    ps: '2',
    pe: '2',
    borderBottomWidth: '1px',
    flexShrink: 0,
  },
});

const Scroller = chakra('div', {
  base: {
    flex: '1',
    minH: '0',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    overflowAnchor: 'none',
    scrollbarWidth: 'thin',
    contain: 'strict',
  },
});

const Item = chakra('li', { base: { position: 'absolute', insetX: '0', contain: 'strict' } });
