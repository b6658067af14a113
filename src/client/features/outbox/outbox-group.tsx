import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trans, useLingui } from '@lingui/react/macro';
import type { RoleName } from '../../../contract/people.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { OutboxEntry } from './outbox-entry.tsx';
import type { OutboxGroup } from './queries.ts';

/** What waits for one record, in the order in which it goes. */
export function OutboxGroupPanel({ group: { lane, ticket, items } }: { group: OutboxGroup }) {
  const path = ticket && pathOf(items[0]?.by.role, lane);
  return (
    <Panel flush title={ticket && path ? <TicketTitle ticket={ticket} path={path} /> : <Trans>Notifications</Trans>}>
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

const pathOf = (role: RoleName | undefined, ticketId: string): string =>
  `/${role === 'admin' ? 'admin' : 'user'}/tickets/${ticketId}`;

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
