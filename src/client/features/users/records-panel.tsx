import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useDates } from '../../text/dates.ts';
import { isolated } from '../../text/isolated.ts';
import { useStatuses } from '../../text/statuses.ts';
import { AppLink, PlainLink } from '../../ui/app-link.tsx';
import { FreeText } from '../../ui/free-text.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonLines } from '../../ui/skeleton-lines.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { readRecords } from './queries.ts';

/** The newest orders and tickets of a user that this device has, with links to all of them. */
export function RecordsPanel({ userId }: { userId: number }) {
  const db = currentDatabase();
  const known = useLiveQuery(() => readRecords(db, userId), [db, userId]);
  const statuses = useStatuses();
  const dates = useDates();
  return (
    <>
      <Records
        title={<Trans>Orders</Trans>}
        all={
          <AppLink
            to="/admin/orders"
            search={{ user: userId } as never}
            textStyle="sm"
            display="inline-flex"
            alignItems="center"
            minH={{ base: '11', md: '0' }}
          >
            <Trans>All orders</Trans>
          </AppLink>
        }
        isLoading={known === undefined}
        empty={known?.orderCount === 0 ? <Trans>No orders on this device.</Trans> : null}
      >
        {known?.orders.map((order) => (
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
      <Records
        title={<Trans>Tickets</Trans>}
        all={null}
        isLoading={known === undefined}
        empty={known?.ticketCount === 0 ? <Trans>No tickets on this device.</Trans> : null}
      >
        {known?.tickets.map((ticket) => (
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
    </>
  );
}

interface RecordsProps {
  title: ReactNode;
  /** A link to the whole list. */
  all: ReactNode;
  isLoading: boolean;
  /** The sentence without records; null with records. */
  empty: ReactNode;
  children: ReactNode;
}

function Records({ title, all, isLoading, empty, children }: RecordsProps) {
  return (
    <Panel title={title} aside={all} flush>
      {isLoading ? <SkeletonLines px="5" pb="5" /> : null}
      {empty ? (
        <chakra.p px={{ base: '4', md: '5' }} pb="4" color="fg.muted">
          {empty}
        </chakra.p>
      ) : (
        <ul>{children}</ul>
      )}
    </Panel>
  );
}

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
          <chakra.span textStyle="xs" color="fg.muted">
            {meta}
          </chakra.span>
        </Box>
        <Box display="flex" flexDirection="column" alignItems="flex-end" gap="1" flexShrink={0}>
          {children}
        </Box>
      </PlainLink>
    </chakra.li>
  );
}
