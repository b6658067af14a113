import { Plural, Trans } from '@lingui/react/macro';
import { RefreshCw, Send } from 'lucide-react';
import { currentDatabase } from '../../local/current.ts';
import { endUploadWaits } from '../../sync/amend.ts';
import { syncNow } from '../../sync/triggers.ts';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { PaymentsInDoubt, UsersInDoubt } from '../../ui/in-doubt.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Box, chakra, Muted, Stack, Wrap } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

/** The number of pending changes, the time of the last sync, and a link to the outbox. */
export function SyncSummary() {
  const { state, online, waiting, parked, inDoubt, usersInDoubt, lastSyncAt } = useSyncStatus();
  const count = waiting + parked;
  return (
    <Stack gap="4">
      <Box>
        <chakra.p fontWeight="medium">
          {count === 0 && inDoubt === 0 ? <Trans>Everything was sent.</Trans> : null}
          {count > 0 ? (
            <Plural value={count} one="# change is on this device only." other="# changes are on this device only." />
          ) : null}
        </chakra.p>
        {inDoubt > usersInDoubt ? (
          <chakra.p fontWeight="medium" color="fg.warning">
            <PaymentsInDoubt inDoubt={inDoubt - usersInDoubt} />
          </chakra.p>
        ) : null}
        {usersInDoubt > 0 ? (
          <chakra.p fontWeight="medium" color="fg.warning">
            <UsersInDoubt users={usersInDoubt} />
          </chakra.p>
        ) : null}
        <Muted>
          {lastSyncAt === null ? (
            <Trans>This device has not finished its first load yet.</Trans>
          ) : (
            <Trans>
              Last synced: <RelativeTime at={lastSyncAt} ago />
            </Trans>
          )}
        </Muted>
      </Box>
      <Wrap alignItems="center" gap="3">
        <Button
          variant="outline"
          loading={state === 'syncing'}
          disabled={!online || state === 'signIn'}
          aria-describedby="sync-reason"
          onClick={() => void endUploadWaits(currentDatabase()).then(syncNow)}
        >
          <RefreshCw size={16} aria-hidden="true" />
          <Trans>Sync now</Trans>
        </Button>
        <ButtonLink to="/dashboard/outbox" variant="outline">
          <Send size={16} data-mirror="" aria-hidden="true" />
          <Trans>Outbox</Trans>
        </ButtonLink>
        <OfflineReason online={online} id="sync-reason" />
        {online && state === 'signIn' ? (
          <Muted id="sync-reason" textStyle="xs">
            <Trans>Log in to send your changes.</Trans>
          </Muted>
        ) : null}
      </Wrap>
    </Stack>
  );
}
