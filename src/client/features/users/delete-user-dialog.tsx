import { Trans, useLingui } from '@lingui/react/macro';
import { deleteUser } from '../../../contract/people.ts';
import { call } from '../../api/call.ts';
import { useOnlineDelete } from '../../forms/use-online-delete.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { IsolatedText } from '../../ui/free-text.tsx';
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
  const deletion = useOnlineDelete({
    send: () => call(deleteUser, { id }),
    done: t`User deleted`,
    onDeleted: () => {
      reportUserChange();
      (onDeleted ?? onClose)();
    },
  });
  return (
    <ConfirmDialog
      {...deletion}
      open
      onClose={onClose}
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
    />
  );
}
