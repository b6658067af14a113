import { Box } from '@chakra-ui/react/box';
import { Trans, useLingui } from '@lingui/react/macro';
import { Headset, Store } from 'lucide-react';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { BalancePanel } from './balance-panel.tsx';
import { OrdersPanel } from './orders-panel.tsx';
import { readOpenTickets } from './queries.ts';
import { TicketsPanel } from './tickets-panel.tsx';
import { UnsentNotice } from './unsent-notice.tsx';

/** A customer's first page: the balance, the last orders, and the tickets that are open (S2E-02). */
export function UserDashboardScreen() {
  const { t } = useLingui();
  const tickets = useLiveQuery(() => readOpenTickets(currentDatabase()), []);
  return (
    <>
      <PageHeader
        title={t`Dashboard`}
        actions={
          <ButtonLink to="/user/catalogue">
            <Store size={18} aria-hidden="true" />
            <Trans>Browse the catalogue</Trans>
          </ButtonLink>
        }
      />
      <Box display="flex" flexDirection="column" gap={{ base: '4', md: '5' }}>
        <UnsentNotice />
        <Box
          display="grid"
          gap={{ base: '4', md: '5' }}
          alignItems="start"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 7fr)' }}
        >
          <BalancePanel />
          <Box display="flex" flexDirection="column" gap={{ base: '4', md: '5' }} minW="0">
            <TicketsPanel title={<Trans>Open tickets</Trans>} tickets={tickets} view="user" empty={<NoTickets />} />
            <OrdersPanel view="user" />
          </Box>
        </Box>
      </Box>
    </>
  );
}

function NoTickets() {
  return (
    <EmptyState
      icon={Headset}
      title={<Trans>No open tickets</Trans>}
      description={<Trans>Ask support when something is not right; it also works offline.</Trans>}
      action={
        <ButtonLink to="/user/tickets/create" variant="outline">
          <Trans>New ticket</Trans>
        </ButtonLink>
      }
    />
  );
}
