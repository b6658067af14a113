import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { AttachmentList } from '../../forms/attachment-list.tsx';
import { isPendingItem } from '../../sync/optimistic.ts';
import { useReadMark } from '../../sync/use-read-mark.ts';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import { useTopupMethods } from '../../sync/use-topup-methods.ts';
import { useDates } from '../../text/dates.ts';
import { useTranslated } from '../../text/translated.ts';
import { AgeNote } from '../../ui/age-note.tsx';
import { FreeText, IsolatedText } from '../../ui/free-text.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Box, chakra, Stack } from '../../ui/theme/styled.tsx';
import { useTopupLook } from './own-topups.tsx';
import { openingOf, type OpenedTopup } from './queries.ts';
import { TopupState } from './topup-state.tsx';

/** A request: its state with what the customer can do, and what was sent. */
export function TopupDetails(opened: OpenedTopup) {
  const { t } = useLingui();
  const { topup, lane } = opened;
  const { number } = topup;
  const { lastSyncAt, online } = useSyncStatus();
  const opening = openingOf(lane);
  const look = useTopupLook()({ topup, opening });
  useReadMark('topup_id', topup.id);
  const title = number === null ? t`New top-up` : t`Top-up #${number}`;
  return (
    <Box maxW="2xl">
      <PageHeader
        title={title}
        breadcrumb={[{ label: t`Add balance`, to: '/user/top-up' }]}
        // The message under it says every other state.
        description={opening && !isPendingItem(opening) ? <StatusBadge {...look} /> : null}
      />
      <Stack gap="4">
        <TopupState {...opened} />
        <Panel title={<Trans>What you have sent</Trans>}>
          <Facts {...opened} />
          <AttachmentList attachments={topup.attachments} />
        </Panel>
        <AgeNote at={lastSyncAt} online={online} />
      </Stack>
    </Box>
  );
}

function Facts({ topup, method }: OpenedTopup) {
  const dates = useDates();
  const translated = useTranslated();
  const methods = useTopupMethods();
  const isSingle = methods?.length === 1;
  const name = translated(topup.method_name) || translated(method?.name ?? {});
  return (
    <chakra.dl
      display="grid"
      gridTemplateColumns="repeat(auto-fit, minmax(min(8.25rem, 100%), 1fr))"
      columnGap="5"
      rowGap="3"
      textStyle="sm"
    >
      <Fact name={<Trans>Amount</Trans>}>
        <MoneyText amount={topup.amount} fontWeight="medium" />
      </Fact>
      {name && !isSingle ? (
        <Fact name={<Trans>Way to pay</Trans>}>
          <IsolatedText>{name}</IsolatedText>
        </Fact>
      ) : null}
      {topup.slip_number ? (
        <Fact name={<Trans>Number of the transfer</Trans>}>
          <IsolatedText>{topup.slip_number}</IsolatedText>
        </Fact>
      ) : null}
      {topup.paid_on ? (
        <Fact name={<Trans>Day of payment</Trans>}>
          <bdi>{dates.short(`${topup.paid_on}T00:00:00`)}</bdi>
        </Fact>
      ) : null}
      <Fact name={<Trans>Sent</Trans>}>
        <bdi>{dates.full(topup.created_at)}</bdi>
      </Fact>
      {topup.note ? (
        <Fact name={<Trans>Note</Trans>} isWide>
          <FreeText whiteSpace="pre-line">{topup.note}</FreeText>
        </Fact>
      ) : null}
    </chakra.dl>
  );
}

function Fact({ name, isWide = false, children }: { name: ReactNode; isWide?: boolean; children: ReactNode }) {
  return (
    <Box minW="0" gridColumn={isWide ? '1 / -1' : undefined}>
      <chakra.dt textStyle="xs" color="fg.muted">
        {name}
      </chakra.dt>
      <chakra.dd mt="0.5" overflowWrap="anywhere">
        {children}
      </chakra.dd>
    </Box>
  );
}
