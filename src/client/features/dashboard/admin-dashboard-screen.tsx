import { Box } from '@chakra-ui/react/box';
import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, Headset } from 'lucide-react';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import { useFormatCount } from '../../text/money.ts';
import { AgeNote } from '../../ui/age-note.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ActivityPanel } from './activity-panel.tsx';
import { OpenTicketCounts } from './open-ticket-counts.tsx';
import { OrdersPanel } from './orders-panel.tsx';
import { readRecentTickets, readUnanswered } from './queries.ts';
import { TicketsPanel } from './tickets-panel.tsx';
import { UnsentNotice } from './unsent-notice.tsx';

/** An admin's dashboard from this device's data: unanswered tickets and the newest records. */
export function AdminDashboardScreen() {
  const { t } = useLingui();
  const formatCount = useFormatCount();
  const { lastSyncAt, online } = useSyncStatus();
  const unanswered = useLiveQuery(() => readUnanswered(currentDatabase()), []);
  const recent = useLiveQuery(() => readRecentTickets(currentDatabase()), []);
  const waiting = unanswered ? formatCount(unanswered.count) : '';
  return (
    <>
      <PageHeader title={t`Dashboard`} description={<AgeNote at={lastSyncAt} online={online} />} />
      <Box display="flex" flexDirection="column" gap={{ base: '4', md: '5' }}>
        <UnsentNotice />
        <OpenTicketCounts />
        <ActivityPanel />
        <Box
          display="grid"
          gap={{ base: '4', md: '5' }}
          alignItems="start"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
        >
          <TicketsPanel
            title={
              unanswered?.count ? (
                <Trans>Waiting for an answer ({waiting})</Trans>
              ) : (
                <Trans>Waiting for an answer</Trans>
              )
            }
            tickets={unanswered?.tickets}
            view="admin"
            empty={<EmptyState icon={CircleCheck} title={<Trans>Everyone has an answer</Trans>} />}
          />
          <OrdersPanel view="admin" />
          <TicketsPanel
            title={<Trans>Recent tickets</Trans>}
            tickets={recent}
            view="admin"
            empty={<EmptyState icon={Headset} title={<Trans>No tickets yet</Trans>} />}
          />
          <Notice title={<Trans>More charts come next</Trans>}>
            <Trans>
              User growth, finances and status shares by period will appear here. What you see now is counted on this
              device.
            </Trans>
          </Notice>
        </Box>
      </Box>
    </>
  );
}
