import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { MoneyFooter } from '../../forms/money-footer.tsx';
import { MoneyNotices } from '../../forms/money-notices.tsx';
import { useOnline } from '../../sync/use-sync-status.ts';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { Box } from '../../ui/theme/styled.tsx';
import { useCreateUser } from './use-create-user.ts';
import { UserForm } from './user-form.tsx';
import { creationWords } from './user-words.tsx';

/** The popup for a new user (S2F-06). */
export function CreateUserDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const online = useOnline();
  const { userForm, money, lockedUntil, close, question } = useCreateUser({ onCreated: onClose, onLeave: onClose });
  return (
    <SheetDialog
      open
      ignoresBackdrop
      onClose={money.phase === 'sending' ? () => undefined : close}
      title={<Trans>New user</Trans>}
      footer={
        <MoneyFooter
          submit={{ form: formId }}
          money={money}
          online={online}
          offlineReason={<Trans>You are offline. A user is only created with a connection.</Trans>}
          onClose={close}
        >
          <Trans>Create user</Trans>
        </MoneyFooter>
      }
    >
      <Box mb="4" _empty={{ display: 'none' }}>
        <MoneyNotices words={creationWords} money={money} online={online} />
      </Box>
      <UserForm id={formId} userForm={userForm} isFixed={money.phase !== 'editing'} lockedUntil={lockedUntil} />
      {question}
    </SheetDialog>
  );
}
