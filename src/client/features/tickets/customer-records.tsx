import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Order } from '../../../contract/orders.ts';
import type { ResponseRow, TicketRow } from '../../../contract/tickets.ts';
import { useDates } from '../../text/dates.ts';
import { isolated } from '../../text/isolated.ts';
import { useFormatCount } from '../../text/money.ts';
import { useStatuses } from '../../text/statuses.ts';
import { PlainLink } from '../../ui/app-link.tsx';
import { FreeText } from '../../ui/free-text.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { ProductImage } from '../../ui/product-image.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { OrderLink } from './order-link.tsx';
import type { Customer } from './queries.ts';
import { useTicketName } from './ticket-name.tsx';
import { Box, chakra, Muted, MutedSpan } from '../../ui/theme/styled.tsx';

/** The other open tickets, the last orders with their pictures and the internal notes of a customer (S2R-09). */
export function CustomerRecords({ customer: { open, orders, pictures, notes } }: { customer: Customer }) {
  return (
    <>
      <Section
        title={<Trans>Other open tickets</Trans>}
        empty={open.length === 0 ? <Trans>No other open tickets.</Trans> : null}
      >
        {open.map((other) => (
          <OtherTicket key={other.id} ticket={other} />
        ))}
      </Section>
      <Section
        title={<Trans>Recent orders</Trans>}
        empty={orders.length === 0 ? <Trans>No orders on this device.</Trans> : null}
      >
        {orders.map((order) => (
          <LastOrder key={order.id} order={order} pictures={pictures} />
        ))}
      </Section>
      {notes.length > 0 ? <Notes notes={notes} /> : null}
    </>
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
        <MutedSpan className="numbers" flexShrink="0">
          <bdi>{name(ticket)}</bdi>
        </MutedSpan>
        <FreeText flex="1" minW="0" truncate>
          {ticket.subject}
        </FreeText>
        <StatusBadge {...statuses.ticket(ticket.status)} />
      </PlainLink>
    </li>
  );
}

function LastOrder({ order, pictures }: { order: Order; pictures: Customer['pictures'] }) {
  const statuses = useStatuses();
  const dates = useDates();
  const [first] = order.items;
  return (
    <chakra.li py="1.5" display="flex" alignItems="center" gap="3">
      {first ? (
        <ProductImage
          src={pictures.get(first.product_id)?.src}
          product={{
            id: first.product_id,
            title: first.product_name,
            motifTexts: pictures.get(first.product_id)?.motifTexts,
          }}
          ratio="1"
          w="9"
          flexShrink="0"
          borderRadius="md"
        />
      ) : null}
      <Box flex="1" minW="0">
        <Box display="flex" alignItems="baseline" gap="2">
          <OrderLink id={order.id} area="admin" />
          <FreeText flex="1" minW="0" truncate>
            {order.items.map(({ product_name }) => isolated(product_name)).join(', ')}
          </FreeText>
          <MoneyText amount={order.total_price} />
        </Box>
        <Muted textStyle="xs">
          {dates.short(order.created_at)} · {statuses.order(order.status, 'admin').label}
        </Muted>
      </Box>
    </chakra.li>
  );
}

/** The number of internal notes about the customer, and the last of them with links to their tickets. */
function Notes({ notes }: { notes: readonly ResponseRow[] }) {
  const formatCount = useFormatCount();
  return (
    <Section
      title={
        <>
          <Trans>Internal notes</Trans> <span className="numbers">{formatCount(notes.length)}</span>
        </>
      }
      empty={null}
    >
      {notes.slice(0, 3).map((note) => (
        <chakra.li key={note.id} py="1">
          <PlainLink
            to={`/admin/tickets/${note.ticket_id}`}
            display="block"
            minH={{ base: '11', md: '0' }}
            focusVisibleRing="outside"
          >
            <FreeText lineClamp="2" textStyle="sm">
              {note.content}
            </FreeText>
            <MutedSpan textStyle="xs">
              <bdi>{note.author_name}</bdi> · <RelativeTime at={note.created_at} display="inline" />
            </MutedSpan>
          </PlainLink>
        </chakra.li>
      ))}
    </Section>
  );
}
