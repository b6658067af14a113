import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trans, useLingui } from '@lingui/react/macro';
import { AppLink } from '../../ui/app-link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { OutboxEntry } from './outbox-entry.tsx';
import { ticketPathOf, type OutboxGroup } from './queries.ts';

/** The pending actions of one record, in the order in which they are sent. */
export function OutboxGroupPanel({ group: { lane, ticket, items } }: { group: OutboxGroup }) {
  const path = ticket && ticketPathOf(items[0]?.by.role, lane);
  return (
    <Panel flush title={ticket && path ? <TicketTitle ticket={ticket} path={path} /> : <LaneTitle lane={lane} />}>
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

/** The title of a lane that is not of a ticket on this device. */
function LaneTitle({ lane }: { lane: string }) {
  const [record, id] = lane.split(':');
  if (record === 'order')
    return (
      <Trans>
        Order <bdi>#{id}</bdi>
      </Trans>
    );
  return record === 'product' || record === 'category' ? <Trans>Catalogue</Trans> : <Trans>Notifications</Trans>;
}

function TicketTitle({ ticket, path }: { ticket: NonNullable<OutboxGroup['ticket']>; path: string }) {
  const { t } = useLingui();
  return (
    <Box as="span" display="flex" gap="2" alignItems={{ base: 'center', md: 'baseline' }} minW="0">
      <chakra.bdi className="numbers" color="fg.muted" fontWeight="normal" flexShrink="0">
        {ticket.number === null ? t`New ticket` : `#${ticket.number}`}
      </chakra.bdi>
      <AppLink
        to={path}
        minW="0"
        display="inline-flex"
        alignItems="center"
        minH={{ base: '11', md: '0' }}
        overflowWrap="anywhere"
      >
        <bdi>{ticket.subject}</bdi>
      </AppLink>
    </Box>
  );
}
