import { Plural, Trans } from '@lingui/react/macro';
import { useIsMemoryOnly } from '../../sync/use-storage-mode.ts';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { Notice } from '../../ui/notice.tsx';

/** How many changes of this device wait or need the user, with a link to the outbox; renders nothing without any. */
export function UnsentChanges() {
  const { waiting, parked, online, running, state } = useSyncStatus();
  const isMemoryOnly = useIsMemoryOnly();
  if (waiting + parked === 0) return null;
  const outboxLink = (
    <ButtonLink to="/dashboard/outbox" size="sm" variant="outline">
      <Trans>Open the outbox</Trans>
    </ButtonLink>
  );
  if (parked > 0) {
    return (
      <Notice
        tone="error"
        title={<Plural value={parked} one="# change needs you" other="# changes need you" />}
        action={outboxLink}
      >
        <Trans>The server could not accept this. What you wrote is kept.</Trans>
      </Notice>
    );
  }
  return (
    <Notice
      tone={online ? 'info' : 'warning'}
      title={<Plural value={waiting} one="# change waits to be sent" other="# changes wait to be sent" />}
      action={outboxLink}
    >
      {state === 'outdated' ? (
        <Trans>Update the app to send.</Trans>
      ) : online && running ? (
        <Trans>On the way to the server.</Trans>
      ) : online ? (
        <Trans>Sent automatically as soon as possible.</Trans>
      ) : isMemoryOnly ? (
        <Trans>Held only until this page is closed.</Trans>
      ) : (
        <Trans>Saved on this device, and sent as soon as you are online.</Trans>
      )}
    </Notice>
  );
}
