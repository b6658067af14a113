import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Order } from '../../../contract/orders.ts';
import type { TicketRow } from '../../../contract/tickets.ts';
import type { TopupRow } from '../../../contract/topups.ts';
import { may } from '../../api/session.ts';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useRequest, type Requested } from '../../sync/use-request.ts';
import { useDates } from '../../text/dates.ts';
import { isolated } from '../../text/isolated.ts';
import { useStatuses } from '../../text/statuses.ts';
import { useTopupWords } from '../../text/topups.ts';
import { useTranslated } from '../../text/translated.ts';
import { PlainLink, TouchLink } from '../../ui/app-link.tsx';
import { FreeText } from '../../ui/free-text.tsx';
import { FailureNotice } from '../../ui/load-state.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonList } from '../../ui/skeleton-fields.tsx';
import { SkeletonBlock } from '../../ui/skeleton-lines.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useFailedPart } from './part-state.tsx';
import { newestOf, readNewestOf, requestOrders, requestTickets, requestTopups, shownRecords } from './queries.ts';
import { Box, chakra, Muted, MutedSpan, Stack } from '../../ui/theme/styled.tsx';

/** The newest orders, tickets and top-up requests of a user, while online also those that only the server has, with links to all. */
export function RecordsPanel({ userId }: { userId: number }) {
  return (
    <>
      <Orders userId={userId} />
      <Tickets userId={userId} />
      {may('topups.decide') ? <Topups userId={userId} /> : null}
    </>
  );
}

function Orders({ userId }: { userId: number }) {
  const db = currentDatabase();
  const here = useLiveQuery(() => readNewestOf<Order>(db.table('orders'), userId), [db, userId]);
  const loaded = useRequest(`users/${userId}/orders`, (signal) => requestOrders(userId, signal));
  const orders = here && newestOf(here, loaded.data ?? []);
  const statuses = useStatuses();
  const dates = useDates();
  return (
    <Records
      title={<Trans>Orders</Trans>}
      all={
        <AllLink to="/admin/orders" userId={userId}>
          <Trans>All orders</Trans>
        </AllLink>
      }
      loaded={loaded}
      count={orders?.length}
      none={<Trans>No orders yet.</Trans>}
      noneHere={<Trans>No orders on this device.</Trans>}
      rowHeight="4rem"
    >
      {orders?.map((order) => (
        <RecordLink
          key={order.id}
          to="/admin/orders"
          search={{ order: order.id }}
          lead={order.items.map(({ product_name: name }) => isolated(name)).join(', ')}
          meta={`#${order.id} · ${dates.short(order.created_at)}`}
        >
          <StatusBadge {...statuses.order(order.status, 'admin')} />
          <MoneyText amount={order.total_price} />
        </RecordLink>
      ))}
    </Records>
  );
}

function Tickets({ userId }: { userId: number }) {
  const db = currentDatabase();
  const here = useLiveQuery(() => readNewestOf<TicketRow>(db.table('tickets'), userId), [db, userId]);
  const loaded = useRequest(`users/${userId}/tickets`, (signal) => requestTickets(userId, signal));
  const tickets = here && newestOf(here, loaded.data ?? []);
  const statuses = useStatuses();
  const dates = useDates();
  return (
    <Records
      title={<Trans>Tickets</Trans>}
      all={
        <AllLink to="/admin/tickets" userId={userId}>
          <Trans>All tickets</Trans>
        </AllLink>
      }
      loaded={loaded}
      count={tickets?.length}
      none={<Trans>No tickets yet.</Trans>}
      noneHere={<Trans>No tickets on this device.</Trans>}
      rowHeight="3.6875rem"
    >
      {tickets?.map((ticket) => (
        <RecordLink
          key={ticket.id}
          to={`/admin/tickets/${ticket.id}`}
          lead={ticket.subject}
          meta={`${ticket.number === null ? '' : `#${ticket.number} · `}${dates.short(ticket.created_at)}`}
        >
          <StatusBadge {...statuses.ticket(ticket.status)} />
        </RecordLink>
      ))}
    </Records>
  );
}

function Topups({ userId }: { userId: number }) {
  const db = currentDatabase();
  const here = useLiveQuery(() => readNewestOf<TopupRow>(db.table('topups'), userId), [db, userId]);
  const loaded = useRequest(`users/${userId}/topups`, (signal) => requestTopups(userId, signal));
  const topups = here && newestOf(here, loaded.data ?? []);
  const words = useTopupWords();
  const translated = useTranslated();
  const dates = useDates();
  return (
    <Records
      title={<Trans>Top-ups</Trans>}
      all={
        <AllLink to="/admin/top-ups" userId={userId}>
          <Trans>All top-ups</Trans>
        </AllLink>
      }
      loaded={loaded}
      count={topups?.length}
      none={<Trans>No top-up requests yet.</Trans>}
      noneHere={<Trans>No top-up requests on this device.</Trans>}
      rowHeight="4rem"
    >
      {topups?.map((topup) => (
        <RecordLink
          key={topup.id}
          to={`/admin/top-ups/${topup.id}`}
          lead={translated(topup.method_name)}
          meta={`${topup.number === null ? '' : `#${topup.number} · `}${dates.short(topup.created_at)}`}
        >
          <StatusBadge {...words.status(topup.status)} />
          <MoneyText amount={topup.credited ?? topup.amount} />
        </RecordLink>
      ))}
    </Records>
  );
}

function AllLink({ to, userId, children }: { to: string; userId: number; children: ReactNode }) {
  return (
    <TouchLink to={to} search={{ user: userId } as never} textStyle="sm">
      {children}
    </TouchLink>
  );
}

interface RecordsProps {
  title: ReactNode;
  /** A link to the whole list. */
  all: ReactNode;
  loaded: Requested<unknown>;
  /** Undefined until this device is read. */
  count: number | undefined;
  /** The sentence where the user has no records. */
  none: ReactNode;
  /** The sentence where this device has none, and the server has not sent any. */
  noneHere: ReactNode;
  /** The height of a row. */
  rowHeight: string;
  children: ReactNode;
}

function Records({ rowHeight, title, all, loaded, count, none, noneHere, children }: RecordsProps) {
  const { data, failure, isLoading, retry } = loaded;
  const failed = isLoading ? null : failure;
  const isSaidAbove = useFailedPart(failed, retry);
  return (
    <Panel title={title} aside={all} flush>
      {isPending(count, loaded) ? (
        <SkeletonList
          rows={shownRecords}
          minH={rowHeight}
          line="above"
          px={{ base: '4', md: '5' }}
          end={<SkeletonBlock h="5" w="20" />}
        />
      ) : count === 0 ? (
        <Muted px={{ base: '4', md: '5' }} pb="4">
          {data === undefined ? noneHere : none}
        </Muted>
      ) : (
        <ul>{children}</ul>
      )}
      {failed && !isSaidAbove ? (
        <Box px={{ base: '4', md: '5' }} pb="4">
          <FailureNotice failure={failed} onRetry={retry} />
        </Box>
      ) : null}
    </Panel>
  );
}

/** Whether it is not known yet if the user has records. */
const isPending = (count: number | undefined, { data, isLoading }: Requested<unknown>): boolean =>
  count === undefined || (count === 0 && data === undefined && isLoading);

interface RecordLinkProps {
  to: string;
  search?: Record<string, number>;
  /** A user's text. */
  lead: string;
  meta: string;
  /** The status, and the amount of an order. */
  children: ReactNode;
}

function RecordLink({ to, search, lead, meta, children }: RecordLinkProps) {
  return (
    <chakra.li borderTopWidth="1px" borderColor="border.muted">
      <PlainLink
        to={to}
        {...(search && { search: search as never })}
        display="flex"
        alignItems="center"
        gap="3"
        px={{ base: '4', md: '5' }}
        py="2"
        minH="13"
        focusVisibleRing="inside"
        _hover={{ bg: 'bg.hover' }}
      >
        <Box flex="1" minW="0">
          <FreeText truncate>{lead}</FreeText>
          <MutedSpan textStyle="xs">{meta}</MutedSpan>
        </Box>
        <Stack alignItems="flex-end" gap="1" flexShrink={0}>
          {children}
        </Stack>
      </PlainLink>
    </chakra.li>
  );
}
