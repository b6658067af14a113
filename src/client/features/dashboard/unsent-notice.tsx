import { Plural, Trans } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import { useKeepsNothing } from '../../sync/use-storage-mode.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Notice } from '../../ui/notice.tsx';

const Doubts = lazy(async () => ({ default: (await import('./doubts.tsx')).Doubts }));

/** What exists on this device only, and orders in doubt; nothing at all when everything was sent and is known. */
export function UnsentNotice() {
  const { inDoubt } = useSyncStatus();
  return (
    <>
      {inDoubt > 0 ? (
        <Suspense fallback={null}>
          <Doubts />
        </Suspense>
      ) : null}
      <UnsentChanges />
    </>
  );
}

function UnsentChanges() {
  const { waiting, parked, online } = useSyncStatus();
  const keepsNothing = useKeepsNothing();
  if (waiting + parked === 0) return null;
  const look = (
    <ButtonLink to="/dashboard/outbox" size="sm" variant="outline">
      <Trans>Open the outbox</Trans>
    </ButtonLink>
  );
  if (parked > 0) {
    return (
      <Notice
        tone="error"
        title={<Plural value={parked} one="# change needs you" other="# changes need you" />}
        action={look}
      >
        <Trans>The server could not accept this. What you wrote is kept.</Trans>
      </Notice>
    );
  }
  return (
    <Notice
      tone={online ? 'info' : 'warning'}
      title={<Plural value={waiting} one="# change waits to be sent" other="# changes wait to be sent" />}
      action={look}
    >
      {online ? (
        <Trans>On the way to the server.</Trans>
      ) : keepsNothing ? (
        <Trans>Held only until this page is closed.</Trans>
      ) : (
        <Trans>Saved on this device, and sent as soon as you are online.</Trans>
      )}
    </Notice>
  );
}
