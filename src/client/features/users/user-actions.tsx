import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { deleteUser } from '../../../contract/people.ts';
import { call } from '../../api/call.ts';
import { useOnlineDelete } from '../../forms/use-online-delete.tsx';
import { usePeople } from '../../lists/people.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { IsolatedText } from '../../ui/free-text.tsx';
import { useUrlDialog, useUrlDialogOpener } from '../../ui/use-url-dialog.ts';
import { AdjustBalanceDialog } from './adjust-balance-dialog.tsx';
import { BalanceHistoryDialog } from './balance-history-dialog.tsx';
import { reportUserChange } from './loads.ts';

/** The actions on one user, by the user's id. */
export interface UserActions {
  open: (id: number) => void;
  edit: (id: number) => void;
  adjust: (id: number) => void;
  showHistory: (id: number) => void;
  remove: (id: number) => void;
}

/** Returns the actions on users: pages, and dialogs whose state is in the address (`UserActionDialogs`). */
export function useUserActions(): UserActions {
  const navigate = useNavigate();
  const adjust = useUrlDialogOpener('adjust');
  const showHistory = useUrlDialogOpener('history');
  const remove = useUrlDialogOpener('delete');
  return {
    open: (id) => void navigate({ to: `/admin/users/${id}` }),
    edit: (id) => void navigate({ to: `/admin/users/${id}/edit` }),
    adjust,
    showHistory,
    remove,
  };
}

interface Props {
  /** The users on the page, for the name in the question before a deletion. */
  rows: readonly { id: number; name: string }[];
  /** Called after a user was deleted. */
  onDeleted?: () => void;
}

/** The dialogs of `useUserActions`. */
export function UserActionDialogs({ rows, onDeleted }: Props) {
  const adjustment = useUrlDialog('adjust');
  const history = useUrlDialog('history');
  const deletion = useUrlDialog('delete');
  // Also for a row of the page, which may be gone before the question is answered.
  const people = usePeople(deletion.id === null ? [] : [deletion.id]);
  const deleted = rows.find(({ id }) => id === deletion.id) ?? people.get(deletion.id ?? 0);
  return (
    <>
      {adjustment.id === null ? null : (
        <AdjustBalanceDialog key={adjustment.id} id={adjustment.id} onClose={adjustment.close} />
      )}
      {history.id === null ? null : <BalanceHistoryDialog key={history.id} id={history.id} onClose={history.close} />}
      {deletion.id === null || !deleted ? null : (
        <DeleteUserDialog user={deleted} onClose={deletion.close} onDeleted={onDeleted} />
      )}
    </>
  );
}

interface DeleteUserDialogProps {
  user: { id: number; name: string };
  onClose: () => void;
  /** Called after the user was deleted, instead of `onClose`. */
  onDeleted?: (() => void) | undefined;
}

/** Asks before a user is deleted, and shows why the server refuses it: a balance or open orders (S2F-09, C-11). */
function DeleteUserDialog({ user: { id, name }, onClose, onDeleted }: DeleteUserDialogProps) {
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
