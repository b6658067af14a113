import { Trans, useLingui } from '@lingui/react/macro';
import { Store } from 'lucide-react';
import { useState } from 'react';
import { ButtonLink } from '../../ui/app-link.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { WithAnnouncements } from './announcements.tsx';
import { BalancePanel } from './balance-panel.tsx';
import { SkeletonRows } from './skeleton-rows.tsx';
import { UnsentNotice } from './unsent-notice.tsx';
import { Box, Stack } from '../../ui/theme/styled.tsx';

/** Loaded after the balance: the first page of a session has a limited size. */
const Content = lazyPart(async () => (await import('./user-dashboard-content.tsx')).Content, <Placeholder />);
Content.preload();

/**
 * A customer's first page: announcements, the balance, what needs the customer, products to order again, the open
 * tickets, the last orders and movements (S2E-02). Before the first order it has the steps to it instead (S2E-05).
 */
export function UserDashboardScreen() {
  const { t } = useLingui();
  const [hasBalance, setHasBalance] = useState(true);
  const [isComplete, setComplete] = useState(true);
  return (
    <>
      <PageHeader
        title={t`Dashboard`}
        actions={
          // The steps of a newcomer have it, and phones have it among their tabs.
          hasBalance ? (
            <ButtonLink to="/user/catalogue" hideBelow="md">
              <Store size={18} aria-hidden="true" />
              <Trans>Browse the catalogue</Trans>
            </ButtonLink>
          ) : undefined
        }
      />
      <WithAnnouncements isIncomplete={!isComplete}>
        <Stack gap={gap}>
          <UnsentNotice />
          <Box
            display="grid"
            gap={gap}
            alignItems="start"
            gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 7fr)' }}
            gridTemplateRows={{ lg: 'auto 1fr' }}
          >
            {hasBalance ? <BalancePanel /> : null}
            <Content onBalance={setHasBalance} onComplete={setComplete} />
          </Box>
        </Stack>
      </WithAnnouncements>
    </>
  );
}

const gap = { base: '4', md: '5' };

function Placeholder() {
  return (
    <Panel flush gridColumn={{ lg: '2' }} gridRow={{ lg: '1 / 3' }}>
      <SkeletonRows />
    </Panel>
  );
}
