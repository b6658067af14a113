import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { BanknoteArrowUp, ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { TopupRow } from '../../../contract/topups.ts';
import { useReadMark } from '../../sync/use-read-mark.ts';
import { useOnline, useSyncStatus } from '../../sync/use-sync-status.ts';
import { AgeNote } from '../../ui/age-note.tsx';
import { ButtonLink } from '../../ui/app-link.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { FailureNotice } from '../../ui/load-state.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonBlock } from '../../ui/skeleton-lines.tsx';
import { chakra, MutedSpan, Stack } from '../../ui/theme/styled.tsx';
import { ApproveForm } from './admin-approve-form.tsx';
import { RefuseDialog } from './admin-refuse-dialog.tsx';
import { Slips } from './admin-slip.tsx';
import { Decision, TopupFacts } from './admin-topup-facts.tsx';
import { AlikePanel, LastRequests } from './admin-topup-others.tsx';
import { useQueue, useQueueKeys, useTopupById, type Queue } from './admin-topup-queue.ts';
import { numberOf } from './admin-topup-words.ts';

/** A top-up request with its slip large beside the facts, and the decision; after it the next one opens. */
export function AdminTopUpScreen() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  return <Gate key={id} id={id} />;
}

/** Shows the request, a placeholder until it is found, or why there is none. */
function Gate({ id }: { id: string }) {
  const { topup, isMissing, failure, retry } = useTopupById(id);
  if (topup) return <Request topup={topup} />;
  return (
    <>
      <Head />
      {isMissing ? <Missing /> : failure ? <FailureNotice failure={failure} onRetry={retry} /> : <Skeleton />}
    </>
  );
}

function Request({ topup }: { topup: TopupRow }) {
  const { online, lastSyncAt } = useSyncStatus();
  const queue = useQueue(topup);
  useQueueKeys(queue);
  useReadMark('topup_id', topup.id);
  const name = useName(topup);
  return (
    <>
      <Head topup={topup} queue={queue} />
      <Columns>
        <Stack gap="4" minW="0">
          <Panel>
            <Slips attachments={topup.attachments} name={name} />
          </Panel>
          <AlikePanel alike={topup.alike} />
        </Stack>
        <Stack gap="4" minW="0">
          <TopupFacts topup={topup} />
          <Decide topup={topup} queue={queue} />
          <LastRequests topup={topup} />
        </Stack>
      </Columns>
      <AgeNote at={lastSyncAt} online={online} />
    </>
  );
}

/**
 * The form of the decision, or the decision. While a form is open that the other admin's decision has overtaken, both
 * are shown: its notices say what happened.
 */
function Decide({ topup, queue }: { topup: TopupRow; queue: Queue }) {
  const online = useOnline();
  const [isRefusing, setRefusing] = useState(false);
  const [wasWaiting] = useState(topup.status === 'waiting');
  const isWaiting = topup.status === 'waiting';
  const goOn = () => void queue.goOn();
  return (
    <>
      {isWaiting ? null : <Decision topup={topup} />}
      {wasWaiting ? (
        <Panel title={<Trans>Approve</Trans>}>
          <ApproveForm topup={topup} onDone={goOn} />
        </Panel>
      ) : null}
      {isWaiting ? (
        <Stack alignItems="flex-end" gap="1">
          <Button
            variant="outline"
            disabled={!online}
            aria-describedby={refuseReasonId}
            onClick={() => setRefusing(true)}
          >
            <Trans>Refuse…</Trans>
          </Button>
          <OfflineReason online={online} id={refuseReasonId} />
        </Stack>
      ) : null}
      {isRefusing ? <RefuseDialog topup={topup} onClose={() => setRefusing(false)} onDone={goOn} /> : null}
    </>
  );
}

/** The id of the reason why a request cannot be refused, while the device is offline. */
const refuseReasonId = 'topup-refuse-offline';

function useName(topup: TopupRow | undefined): string {
  const { t } = useLingui();
  const number = topup ? numberOf(topup) : '';
  return number ? t`Top-up ${number}` : t`Top-up`;
}

function Head({ topup, queue }: { topup?: TopupRow; queue?: Queue }) {
  const { t } = useLingui();
  const waiting = queue?.waiting;
  return (
    <PageHeader
      title={useName(topup)}
      breadcrumb={[{ label: t`Top-ups`, to: '/admin/top-ups', search: { status: 'waiting' } }]}
      actions={
        queue ? (
          <>
            {waiting === undefined ? null : (
              <MutedSpan textStyle="sm" whiteSpace="nowrap">
                <Trans>{waiting} waiting</Trans>
              </MutedSpan>
            )}
            <IconButton
              label={t`Previous request`}
              aria-keyshortcuts="k"
              disabled={!queue.previous}
              onClick={() => queue.previous && queue.open(queue.previous)}
            >
              <ChevronLeft size={18} data-mirror="" />
            </IconButton>
            <IconButton
              label={t`Next request`}
              aria-keyshortcuts="j"
              disabled={!queue.next}
              onClick={() => queue.next && queue.open(queue.next)}
            >
              <ChevronRight size={18} data-mirror="" />
            </IconButton>
          </>
        ) : null
      }
    />
  );
}

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gap: '4',
    alignItems: 'start',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(20rem, 2fr)' },
  },
});

const Skeleton = () => (
  <Columns aria-busy="true">
    <SkeletonBlock h={{ base: '20rem', lg: 'min(36rem, 72vh)' }} borderRadius="xl" />
    <Stack gap="4">
      <SkeletonBlock h="14rem" borderRadius="xl" />
      <SkeletonBlock h="16rem" borderRadius="xl" />
    </Stack>
  </Columns>
);

/** The request is nowhere; without a connection only not on this device. */
function Missing() {
  const online = useOnline();
  return (
    <EmptyState
      icon={BanknoteArrowUp}
      title={online ? <Trans>Request not found</Trans> : <Trans>This request is not on this device.</Trans>}
      description={online ? undefined : <Trans>You are offline. This needs a connection.</Trans>}
      action={
        <ButtonLink to={'/admin/top-ups' as never} variant="outline">
          <Trans>All requests</Trans>
        </ButtonLink>
      }
    />
  );
}
