import { Trans, useLingui } from '@lingui/react/macro';
import type { ComponentProps, ReactNode } from 'react';
import { may } from '../../api/session.ts';
import { TouchLink } from '../../ui/app-link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { OutboxEntry } from './outbox-entry.tsx';
import { ticketPathOf, topupPathOf, type OutboxGroup } from './queries.ts';
import { Box, chakra } from '../../ui/theme/styled.tsx';

/** The pending actions of one record, in the order in which they are sent. */
export function OutboxGroupPanel({ group: { lane, ticket, topup, title, items } }: { group: OutboxGroup }) {
  const { role } = items[0]!.by;
  const path = ticket ? ticketPathOf(role, lane) : topup ? topupPathOf(role, lane) : null;
  return (
    <Panel
      flush
      title={
        ticket && path ? (
          <TicketTitle ticket={ticket} path={path} />
        ) : topup && path ? (
          <TopupTitle number={topup.number} path={path} />
        ) : (
          <LaneTitle {...{ lane, title, items }} />
        )
      }
    >
      <chakra.ol>
        {items.map((item) => (
          <chakra.li key={item.id} px={{ base: '4', md: '5' }} py="3.5" borderTopWidth="1px" borderColor="border.muted">
            <OutboxEntry item={item} lane={items} path={path} />
          </chakra.li>
        ))}
      </chakra.ol>
    </Panel>
  );
}

/**
 * The title of a lane whose ticket is not on this device, or that is not of a ticket: the kind of its changes says what its
 * record is, because the names of lanes do not all say it. It is a link for users who may open the record.
 */
function LaneTitle({ lane, title, items }: Pick<OutboxGroup, 'lane' | 'title' | 'items'>) {
  const { kind } = items[0]!;
  const [, id] = lane.split(':');
  switch (recordOf(kind)) {
    case 'ticket':
      return <Trans>Tickets</Trans>;
    case 'order':
      return (
        <OrderLink id={id} isOwn={kind === 'order.answers'}>
          {/* In one box: the link is a flexible box, which drops the space between a text and an element. */}
          <span>
            <Trans>
              Order <bdi>#{id}</bdi>
            </Trans>
          </span>
        </OrderLink>
      );
    case 'product':
      return <CatalogueTitle path="products" {...{ id, title }} />;
    case 'category':
      return <CatalogueTitle path="categories" {...{ id, title }} />;
    case 'article':
      return <ArticleTitle {...{ id, title }} />;
    case 'answer':
      return title === null ? <Trans>Saved answers</Trans> : <bdi>{title}</bdi>;
    case 'topup':
      return <Trans>Top-ups</Trans>;
    case 'notification':
      return <Trans>Notifications</Trans>;
    default:
      return <Trans>A change</Trans>;
  }
}

/** The stock of a product is under its name. */
const recordOf = (kind: string): string => (kind === 'stock.watch' ? 'product' : kind.slice(0, kind.indexOf('.')));

interface RecordTitleProps {
  id: string | undefined;
  title: string | null;
}

function CatalogueTitle({ path, id, title }: RecordTitleProps & { path: 'products' | 'categories' }) {
  if (title === null) return <Trans>Catalogue</Trans>;
  return (
    <AdminLink to={`/admin/${path}/${id}`}>
      <bdi>{title}</bdi>
    </AdminLink>
  );
}

function ArticleTitle({ id, title }: RecordTitleProps) {
  if (title === null) return <Trans>Help</Trans>;
  return (
    <RecordLink to={`/dashboard/help/${id}`}>
      <bdi>{title}</bdi>
    </RecordLink>
  );
}

/** A link to the details of an order: a customer's own one, or for admins and agents any. */
function OrderLink({ id, isOwn, children }: { id: string | undefined; isOwn: boolean; children: ReactNode }) {
  const search = { order: id };
  return isOwn ? (
    <RecordLink to="/user/orders" search={search}>
      {children}
    </RecordLink>
  ) : (
    <AdminLink to="/admin/orders" search={search}>
      {children}
    </AdminLink>
  );
}

/** A link for users who may open the record, else plain text: the role may have changed since the change was made. */
function AdminLink({ to, search = {}, children }: ComponentProps<typeof RecordLink>) {
  if (!may('catalogue.read')) return children;
  return <RecordLink {...{ to, search, children }} />;
}

function RecordLink({ to, search = {}, children }: { to: string; search?: object; children: ReactNode }) {
  return (
    <TouchLink to={to} search={search as never} overflowWrap="anywhere">
      {children}
    </TouchLink>
  );
}

function TopupTitle({ number, path }: { number: number | null; path: string }) {
  return (
    <RecordLink to={path}>
      {/* In one box, as the number of an order. */}
      <span>{number === null ? <Trans>New top-up</Trans> : <Trans>Top-up #{number}</Trans>}</span>
    </RecordLink>
  );
}

function TicketTitle({ ticket, path }: { ticket: NonNullable<OutboxGroup['ticket']>; path: string }) {
  const { t } = useLingui();
  return (
    <Box as="span" display="flex" gap="2" alignItems={{ base: 'center', md: 'baseline' }} minW="0">
      <chakra.bdi className="numbers" color="fg.muted" fontWeight="normal" flexShrink="0">
        {ticket.number === null ? t`New ticket` : `#${ticket.number}`}
      </chakra.bdi>
      <TouchLink
        to={path}
        minW="0"
        // Two lines do not touch the edges of the head.
        py={{ base: '1.5', md: '0' }}
        overflowWrap="anywhere"
      >
        <bdi>{ticket.subject}</bdi>
      </TouchLink>
    </Box>
  );
}
