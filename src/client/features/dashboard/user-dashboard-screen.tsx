import { Box } from '@chakra-ui/react/box';
import { Trans, useLingui } from '@lingui/react/macro';
import { Headset, Store } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useIsFirstLoad } from '../../sync/use-sync-status.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { WithAnnouncements } from './announcements.tsx';
import { BalancePanel } from './balance-panel.tsx';
import { OrderAgainPanel } from './order-again-panel.tsx';
import { OrdersPanel } from './orders-panel.tsx';
import { readIsNewcomer, readOpenTickets } from './queries.ts';
import { TicketsPanel } from './tickets-panel.tsx';
import { UnsentNotice } from './unsent-notice.tsx';

/**
 * A customer's first page: announcements, the balance, products to order again, the last orders, and the open tickets
 * (S2E-02).
 */
export function UserDashboardScreen() {
  const { t } = useLingui();
  const isNewcomer = useLiveQuery(() => readIsNewcomer(currentDatabase()), []);
  const isFirstLoad = useIsFirstLoad();
  const showsHelp = isNewcomer === true && !isFirstLoad;
  const [isHelpDrawn, setHelpDrawn] = useState(false);
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
      <WithAnnouncements isIncomplete={isNewcomer === undefined || (showsHelp && !isHelpDrawn)}>
        <Content help={showsHelp ? <AddBalancePanel onDrawn={() => afterFrame(() => setHelpDrawn(true))} /> : null} />
      </WithAnnouncements>
    </>
  );
}

/** `help` is for customers who have neither balance nor orders. */
function Content({ help }: { help: ReactNode }) {
  const tickets = useLiveQuery(() => readOpenTickets(currentDatabase()), []);
  return (
    <Box display="flex" flexDirection="column" gap={{ base: '4', md: '5' }}>
      <UnsentNotice />
      <Box
        display="grid"
        gap={{ base: '4', md: '5' }}
        alignItems="start"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 7fr)' }}
      >
        <Box display="flex" flexDirection="column" gap={{ base: '4', md: '5' }} minW="0">
          <BalancePanel />
          {help}
          <OrderAgainPanel />
        </Box>
        <Box display="flex" flexDirection="column" gap={{ base: '4', md: '5' }} minW="0">
          <TicketsPanel title={<Trans>Open tickets</Trans>} tickets={tickets} view="user" empty={<NoTickets />} />
          <OrdersPanel view="user" />
        </Box>
      </Box>
    </Box>
  );
}

/** Lets the browser draw a frame first: content that moves is transparent in it. */
function afterFrame(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(act));
}

const AddBalancePanel = lazyPart(async () => (await import('./add-balance-panel.tsx')).AddBalancePanel);

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
