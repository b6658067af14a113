import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Order } from '../../../contract/orders.ts';
import type { TicketRow } from '../../../contract/tickets.ts';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useDates } from '../../text/dates.ts';
import { useStatuses } from '../../text/statuses.ts';
import { AppLink, PlainLink } from '../../ui/app-link.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { Panel } from '../../ui/panel.tsx';
import { IsolatedText, FreeText } from '../../ui/free-text.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { readCustomer } from './queries.ts';
import { useTicketName } from './ticket-name.tsx';

/** The customer of a ticket, with the other open tickets and the last orders that this device knows (S2N-05). */
export function CustomerCard({ ticket }: { ticket: TicketRow }) {
  const { t } = useLingui();
  const db = currentDatabase();
  const { user_id: id, user_name, user_email } = ticket;
  const customer = useLiveQuery(() => readCustomer(db, id, ticket.id), [db, id, ticket.id]);
  return (
    <Panel title={<Trans>Customer</Trans>} flush position={{ lg: 'sticky' }} top={{ lg: '24' }}>
      <Box px={{ base: '4', md: '5' }} pb="4" overflowWrap="anywhere">
        <chakra.p fontWeight="semibold" textStyle="md">
          <IsolatedText>{user_name}</IsolatedText>
        </chakra.p>
        <chakra.p>
          <chakra.a
            display="inline-flex"
            alignItems="center"
            minH={{ base: '11', md: '0' }}
            href={`mailto:${user_email}`}
            color="fg.muted"
            _hover={{ textDecoration: 'underline' }}
          >
            <IsolatedText>{user_email}</IsolatedText>
          </chakra.a>
        </chakra.p>
        <chakra.p className="numbers" color="fg.muted" textStyle="xs" mt="1">
          <Trans>ID {id}</Trans>
        </chakra.p>
        {customer?.person?.is_active === false ? (
          <chakra.p mt="1" textStyle="xs" color="fg.error">{t`This account is disabled.`}</chakra.p>
        ) : null}
      </Box>
      <Section
        title={<Trans>Other open tickets</Trans>}
        empty={customer?.open.length === 0 ? <Trans>No other open tickets.</Trans> : null}
      >
        {customer?.open.map((other) => (
          <OtherTicket key={other.id} ticket={other} />
        ))}
      </Section>
      <Section
        title={<Trans>Recent orders</Trans>}
        empty={customer?.orders.length === 0 ? <Trans>No orders on this device.</Trans> : null}
      >
        {customer?.orders.map((order) => (
          <LastOrder key={order.id} order={order} />
        ))}
      </Section>
      <Box px={{ base: '4', md: '5' }} py="3" borderTopWidth="1px" borderColor="border.muted" textStyle="sm">
        <AppLink to={`/admin/users/${id}`} display="inline-flex" alignItems="center" minH={{ base: '11', md: '0' }}>
          <Trans>Open profile</Trans>
        </AppLink>
      </Box>
    </Panel>
  );
}

function Section({ title, empty, children }: { title: ReactNode; empty: ReactNode; children: ReactNode }) {
  return (
    <Box px={{ base: '4', md: '5' }} py="3" borderTopWidth="1px" borderColor="border.muted">
      <chakra.h3 textStyle="xs" fontWeight="medium" color="fg.muted" mb="1">
        {title}
      </chakra.h3>
      {empty ? (
        <chakra.p textStyle="sm" color="fg.subtle">
          {empty}
        </chakra.p>
      ) : (
        <ul>{children}</ul>
      )}
    </Box>
  );
}

function OtherTicket({ ticket }: { ticket: TicketRow }) {
  const statuses = useStatuses();
  const name = useTicketName();
  return (
    <li>
      <PlainLink
        to={`/admin/tickets/${ticket.id}`}
        display="flex"
        alignItems="center"
        gap="2"
        minH={{ base: '11', md: '9' }}
        py="1"
        borderRadius="sm"
        focusVisibleRing="outside"
        _hover={{ textDecoration: 'underline' }}
      >
        <chakra.span className="numbers" color="fg.muted" flexShrink="0">
          <bdi>{name(ticket)}</bdi>
        </chakra.span>
        <FreeText flex="1" minW="0" truncate>
          {ticket.subject}
        </FreeText>
        <StatusBadge {...statuses.ticket(ticket.status)} />
      </PlainLink>
    </li>
  );
}

function LastOrder({ order }: { order: Order }) {
  const statuses = useStatuses();
  const dates = useDates();
  return (
    <chakra.li py="1.5">
      <Box display="flex" alignItems="baseline" gap="2">
        <chakra.span className="numbers" color="fg.muted">
          <bdi>#{order.id}</bdi>
        </chakra.span>
        <FreeText flex="1" minW="0" truncate>
          {order.items.map(({ product_name }) => product_name).join(', ')}
        </FreeText>
        <MoneyText amount={order.total_price} />
      </Box>
      <chakra.p textStyle="xs" color="fg.muted">
        {dates.short(order.created_at)} · {statuses.order(order.status, 'admin').label}
      </chakra.p>
    </chakra.li>
  );
}
