import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { CallFailure } from '../../api/failure.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FieldError } from '../../ui/field.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { toast } from '../../ui/toast.ts';
import { useBusy } from '../../ui/use-busy.ts';
import { endSessions, type OwnSession } from './own-account.ts';
import { useDeviceName } from './session-line.tsx';

interface Props {
  sessions: readonly OwnSession[];
  /** The sessions are all others of the user, not one that was chosen. */
  isAll: boolean;
  onClose: () => void;
  /** Called when sessions may have ended, also after a failure. */
  onEnded: () => void;
}

/** Asks before other devices are logged out. */
export function EndSessionsDialog({ sessions, isAll, onClose, onEnded }: Props) {
  const { t } = useLingui();
  const online = useOnline();
  const { busy, whileBusy } = useBusy();
  const { failure: sentenceOf } = useRefusalText();
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const deviceName = useDeviceName();
  const name = <bdi>{sessions[0] && deviceName(sessions[0])}</bdi>;
  const end = async () => {
    setFailure(null);
    const failed = await endSessions(sessions);
    onEnded();
    if (failed) return setFailure(failed);
    toast({ tone: 'success', title: isAll ? t`All other devices are logged out` : t`Device logged out` });
    return onClose();
  };
  return (
    <ConfirmDialog
      open
      tone="danger"
      busy={busy}
      disabled={!online}
      onClose={busy ? () => undefined : onClose}
      onConfirm={() => void whileBusy(end)}
      title={isAll ? <Trans>Log out all other devices?</Trans> : <Trans>Log out this device: {name}?</Trans>}
      description={
        <>
          {isAll ? (
            <>
              <Plural
                value={sessions.length}
                one="# device will be logged out."
                other="# devices will be logged out."
              />{' '}
            </>
          ) : null}
          <Trans>Changes that were not sent yet stay on the device until your next login there.</Trans>
        </>
      }
      confirmLabel={<Trans>Log out</Trans>}
    >
      {failure ? <FieldError>{sentenceOf(failure)}</FieldError> : <OfflineReason online={online} />}
    </ConfirmDialog>
  );
}
