import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { deleteUser } from '../../../contract/people.ts';
import { call } from '../../api/call.ts';
import { asFailure, type CallFailure } from '../../api/failure.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FieldError } from '../../ui/field.tsx';
import { IsolatedText } from '../../ui/free-text.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { toast } from '../../ui/toast.ts';
import { useBusy } from '../../ui/use-busy.ts';
import { reportUserChange } from './user-changes.ts';

interface Props {
  user: { id: number; name: string };
  onClose: () => void;
  /** Called after the user was deleted, instead of `onClose`. */
  onDeleted?: (() => void) | undefined;
}

/** Asks before a user is deleted, and shows why the server refuses it: a balance or open orders (S2F-09, C-11). */
export function DeleteUserDialog({ user: { id, name }, onClose, onDeleted }: Props) {
  const { t } = useLingui();
  const online = useOnline();
  const { busy, whileBusy } = useBusy();
  const { failure: sentenceOf } = useRefusalText();
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const remove = async () => {
    setFailure(null);
    const refused = await call(deleteUser, { id }).then(() => null, asFailure);
    // A repetition whose first answer was lost finds the user deleted.
    const isGone = refused?.code === 'NOT_FOUND' || refused?.code === 'GONE';
    if (refused && !isGone) return setFailure(refused);
    toast({ tone: 'success', title: t`User deleted` });
    reportUserChange();
    return (onDeleted ?? onClose)();
  };
  return (
    <ConfirmDialog
      open
      tone="danger"
      busy={busy}
      disabled={!online}
      onClose={onClose}
      onConfirm={() => void whileBusy(remove)}
      title={<Trans>Are you sure you want to delete this?</Trans>}
      description={
        <>
          <IsolatedText>{name}</IsolatedText>
          <br />
          <Trans>
            This action cannot be reverted! The user can no longer sign in, and name and e-mail address are removed.
            Orders and movements stay.
          </Trans>
        </>
      }
      confirmLabel={<Trans>Delete</Trans>}
    >
      {failure ? <FieldError>{sentenceOf(failure)}</FieldError> : <OfflineReason online={online} />}
    </ConfirmDialog>
  );
}
