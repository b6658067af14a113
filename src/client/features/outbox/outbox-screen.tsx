import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, Download, RefreshCw } from 'lucide-react';
import { useHomeCrumb } from '../../lists/use-home-crumb.ts';
import { currentDatabase } from '../../local/current.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { exportOutbox } from '../../sync/outbox.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import {
  dismissOutcomes,
  settleCallInDoubt,
  useCallsInDoubt,
  useUnseenOutcomes,
} from '../../sync/use-pending-calls.ts';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import { Button } from '../../ui/button.tsx';
import { DoubtNotices } from '../../ui/doubt-notices.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OutcomeNotices } from '../../ui/outcome-notices.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonLines } from '../../ui/skeleton-lines.tsx';
import { Box, chakra, HStack, Stack } from '../../ui/theme/styled.tsx';
import { Diagnostics } from './diagnostics.tsx';
import { OutboxGroupPanel } from './outbox-group.tsx';
import {
  countElsewhere,
  readBulk,
  readOutbox,
  readSentLately,
  readSyncLog,
  type BulkCounts,
  type OutboxGroup,
} from './queries.ts';
import { SentLately } from './sent-lately.tsx';
import { signInReasonId, SyncFacts } from './sync-facts.tsx';
import { SyncLogPanel } from './sync-log-panel.tsx';
import { useSendNow } from './use-send-now.ts';

/** The pending changes of this device by record, in the order in which they are sent, with buttons for each. */
export function OutboxScreen() {
  const { i18n, t } = useLingui();
  const outbox = useOutbox(currentDatabase(), i18n.locale);
  const count = outbox?.groups.reduce((sum, { items }) => sum + items.length, 0) ?? 0;
  return (
    <Box maxW="4xl">
      <PageHeader
        title={t`Outbox`}
        breadcrumb={useHomeCrumb()}
        count={count || null}
        description={<Trans>Changes on this device that the server has not accepted yet.</Trans>}
        actions={<Actions count={count} />}
      />
      <SyncFacts />
      <MoneyCalls />
      {outbox ? (
        <>
          <ElsewhereNote own={outbox.elsewhere} />
          <BulkProgress bulk={outbox.bulk} />
          <Groups groups={outbox.groups} />
          <SentLately lines={outbox.sent} />
          <SyncLogPanel lines={outbox.log} />
          <Diagnostics />
        </>
      ) : (
        <Panel mt="4">
          <SkeletonLines lines={4} />
        </Panel>
      )}
    </Box>
  );
}

/** Returns what the outbox shows of this device; `undefined` until all of it is known, so that no part moves another. */
function useOutbox(db: LocalDatabase, locale: string) {
  const elsewhere = useLiveQuery(() => countElsewhere(db), [db]);
  const bulk = useLiveQuery(() => readBulk(db), [db]);
  const groups = useLiveQuery(() => readOutbox(db, locale), [db, locale]);
  const sent = useLiveQuery(() => readSentLately(db, locale), [db, locale]);
  const log = useLiveQuery(() => readSyncLog(db), [db]);
  if (elsewhere === undefined || bulk === undefined || !groups || !sent || !log) return undefined;
  return { elsewhere, bulk, groups, sent, log };
}

function Groups({ groups }: { groups: readonly OutboxGroup[] }) {
  const { inDoubt } = useSyncStatus();
  return (
    <Stack gap="4" mt="4">
      {groups.length === 0 && inDoubt === 0 ? (
        <Panel>
          <HStack gap="3">
            <Box color="fg.success" flexShrink={0} aria-hidden="true">
              <CircleCheck size="1.25rem" />
            </Box>
            <chakra.p fontWeight="medium">
              <Trans>Everything is saved on the server.</Trans>
            </chakra.p>
          </HStack>
        </Panel>
      ) : null}
      {groups.map((group) => (
        <OutboxGroupPanel key={group.lane} group={group} />
      ))}
    </Stack>
  );
}

function Actions({ count }: { count: number }) {
  const { state } = useSyncStatus();
  const { busy, send } = useSendNow();
  const saveAsFile = async () => {
    const json = new Blob([await exportOutbox(currentDatabase())], { type: 'application/json' });
    const link = Object.assign(document.createElement('a'), {
      href: URL.createObjectURL(json),
      download: 'comptoir-outbox.json',
    });
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <>
      {count > 0 ? (
        <Button variant="outline" onClick={() => void saveAsFile()}>
          <Download aria-hidden="true" />
          <Trans>Export as JSON</Trans>
        </Button>
      ) : null}
      <Button
        variant={count > 0 ? 'solid' : 'outline'}
        loading={busy}
        disabled={state === 'signIn'}
        aria-describedby={state === 'signIn' ? signInReasonId : undefined}
        onClick={() => void send()}
      >
        <RefreshCw aria-hidden="true" />
        {count > 0 ? <Trans>Send now</Trans> : <Trans>Sync now</Trans>}
      </Button>
    </>
  );
}

/** The progress of the last bulk update while some of its changes are pending: "12 of 20 sent". */
function BulkProgress({ bulk }: { bulk: BulkCounts | null }) {
  if (!bulk || bulk.waiting === 0) return null;
  const { total, waiting, parked } = bulk;
  const sent = total - waiting - parked;
  return (
    <Box mt="4" px="4" py="3" borderWidth="1px" borderRadius="lg" bg="bg.panel" textStyle="sm">
      <chakra.p className="numbers" aria-live="polite">
        <Trans>
          Bulk update: {sent} of {total} sent
        </Trans>
      </chakra.p>
      <Box mt="2" h="1.5" borderRadius="full" bg="bg.muted" overflow="hidden" aria-hidden="true">
        <Box h="full" bg="brand.solid" borderRadius="full" style={{ width: `${(100 * sent) / total}%` }} />
      </Box>
    </Box>
  );
}

/** A notice that the user's other devices have unsent changes, which only those devices can send. */
function ElsewhereNote({ own }: { own: number }) {
  if (own === 0) return null;
  return (
    <Box mt="4">
      <Notice title={<Trans>Not sent yet from another device</Trans>}>
        <Plural
          value={own}
          one="Another device of yours holds unsent changes to # record. Open the app there to send them."
          other="Another device of yours holds unsent changes to # records. Open the app there to send them."
        />
      </Notice>
    </Box>
  );
}

/** The orders in doubt, and the outcomes that the user has not seen yet. */
function MoneyCalls() {
  const doubts = useCallsInDoubt();
  const outcomes = useUnseenOutcomes();
  return (
    <>
      {doubts.length > 0 ? (
        <Box mt="4">
          <DoubtNotices doubts={doubts} onCheck={settleCallInDoubt} />
        </Box>
      ) : null}
      {outcomes.length > 0 ? (
        <Box as="section" aria-labelledby="recent-outcomes" mt="5">
          <chakra.h2 id="recent-outcomes" mb="2" fontWeight="semibold">
            <Trans>Recent outcomes</Trans>
          </chakra.h2>
          <OutcomeNotices outcomes={outcomes} onSeen={(key) => void dismissOutcomes([key])} />
        </Box>
      ) : null}
    </>
  );
}
