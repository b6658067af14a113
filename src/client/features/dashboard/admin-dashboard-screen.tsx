import type { BoxProps } from '@chakra-ui/react/box';
import { Trans, useLingui } from '@lingui/react/macro';
import { Headset } from 'lucide-react';
import type { ReactNode } from 'react';
import { periods } from '../../../contract/dashboard.ts';
import { currentDatabase } from '../../local/current.ts';
import type { DashboardFigures } from '../../local/meta.ts';
import { useLoadedRows } from '../../sync/use-live-query.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useDates } from '../../text/dates.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { AgeNote } from '../../ui/age-note.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { Box, Stack } from '../../ui/theme/styled.tsx';
import { ActivityPanel } from './activity-panel.tsx';
import { AnswerTimesPanel } from './admin-answer-times-panel.tsx';
import { AnswersPanel } from './admin-answers-panel.tsx';
import { WithAnnouncements } from './announcements.tsx';
import { Deferred } from './deferred.tsx';
import { figuresSource, latestUsersSource } from './figures.ts';
import { GrowthPanel } from './growth-panel.tsx';
import { LatestUsersPanel } from './latest-users-panel.tsx';
import { MoneyPanel } from './money-panel.tsx';
import { OrdersPanel } from './orders-panel.tsx';
import { periodNames, usePeriod, type PanelProps } from './periods.ts';
import { readRecentTickets } from './queries.ts';
import { StatCards } from './stat-cards.tsx';
import { StatusPanel } from './status-panel.tsx';
import { TicketsPanel } from './tickets-panel.tsx';
import { UnsentNotice } from './unsent-notice.tsx';
import { useKept, type Kept } from './use-kept.ts';
import { WaitingStrip, WaitingTopups } from './waiting-strip.tsx';

/** An admin's first page: what waits for an answer, the figures of a period, and the newest records. */
export function AdminDashboardScreen() {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const { period, setPeriod } = usePeriod();
  const figures = useKept(figuresSource, period);
  const latest = useKept(latestUsersSource, 'users');
  const retry = () => {
    figures.retry();
    if (latest.failure) latest.retry();
  };
  const shown = { period, figures: figures.value, isPending: figures.isPending };
  return (
    <>
      <PageHeader
        title={t`Dashboard`}
        description={
          // Reserves the height of the note, so that nothing moves when the figures are loaded.
          <Box minH="1.5em">
            <AgeNote at={figures.value?.at ?? null} online={online} freshMs={-Infinity} />
          </Box>
        }
        actions={
          <SegmentedChoice
            label={t`Period`}
            choices={periods.map((value) => ({ value, label: i18n._(periodNames[value]) }))}
            value={period}
            onChange={setPeriod}
          />
        }
      />
      <WithAnnouncements>
        <Stack gap={gap}>
          <UnsentNotice />
          <FiguresNotice figures={{ ...figures, retry }} />
          <StatCards {...shown} />
          <WaitingStrip />
          <WaitingTopups />
          <Panels {...shown} latest={<LatestUsersPanel latest={latest} isSaidAbove={figures.failure !== null} />} />
        </Stack>
      </WithAnnouncements>
    </>
  );
}

/** The panels under the figures; those below the screen come later. */
function Panels({ latest, ...shown }: PanelProps & { latest: ReactNode }) {
  return (
    <>
      <Columns isWideFirst>
        <MoneyPanel {...shown} />
        <StatusPanel {...shown} />
      </Columns>
      <Deferred>
        <Columns isWideFirst>
          <GrowthPanel {...shown} />
          {latest}
        </Columns>
      </Deferred>
      <Deferred>
        <Columns isWideFirst>
          <AnswersPanel {...shown} />
          <AnswerTimesPanel {...shown} />
        </Columns>
      </Deferred>
      <Deferred>
        <Columns>
          <OrdersPanel view="admin" />
          <RecentTickets />
        </Columns>
      </Deferred>
      <Deferred>
        <ActivityPanel {...shown} />
      </Deferred>
    </>
  );
}

const gap = { base: '3', md: '4' };

/** Two panels beside each other on wide screens. */
function Columns({ isWideFirst = false, ...rest }: BoxProps & { isWideFirst?: boolean }) {
  const columns = isWideFirst ? 'minmax(0, 2fr) minmax(0, 1fr)' : 'repeat(2, minmax(0, 1fr))';
  const widths = { base: 'minmax(0, 1fr)', [isWideFirst ? 'xl' : 'lg']: columns };
  return <Box display="grid" gap={gap} gridTemplateColumns={widths} {...rest} />;
}

function RecentTickets() {
  const recent = useLoadedRows(() => readRecentTickets(currentDatabase()), []);
  return (
    <TicketsPanel
      title={<Trans>Recent tickets</Trans>}
      tickets={recent}
      view="admin"
      empty={<EmptyState icon={Headset} title={<Trans>No tickets yet</Trans>} />}
    />
  );
}

/** Says that the figures of the period could not be loaded, with their age and Retry (S2D-13). */
function FiguresNotice({ figures: { value, isPending, failure, retry } }: { figures: Kept<DashboardFigures> }) {
  const online = useOnline();
  const { full } = useDates();
  const { failure: sentenceOf } = useRefusalText();
  const since = full(value?.at);
  if (!online)
    return value || isPending ? null : (
      <Notice title={<Trans>The figures of this period were never loaded on this device.</Trans>}>
        <Trans>They are loaded when you are online again.</Trans>
      </Notice>
    );
  if (!failure) return null;
  return (
    <Notice
      tone="warning"
      title={
        value ? (
          <Trans>The figures have not been updated since {since}.</Trans>
        ) : (
          <Trans>The figures could not be loaded.</Trans>
        )
      }
      action={
        <Button size="sm" variant="outline" onClick={retry}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {sentenceOf(failure)}
    </Notice>
  );
}
