import { Trans, useLingui } from '@lingui/react/macro';
import { updateProfile } from '../../../contract/auth.ts';
import { call } from '../../api/call.ts';
import { asFailure } from '../../api/failure.ts';
import { useServerForm } from '../../forms/use-server-form.ts';
import { syncNow } from '../../sync/triggers.ts';
import { TextField } from '../../ui/fields.tsx';
import { toast } from '../../ui/toast.ts';
import { AccountDialog, useAccountField } from './account-dialog.tsx';

/** Changes the user's own name, which the shop and the user's tickets show. */
export function NameDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useLingui();
  const accountForm = useServerForm<{ name: string }>({
    schema: updateProfile.input,
    defaultValues: { name },
    labels: { name: t`Name` },
    send: async (fields) => {
      const failure = await call(updateProfile, fields).then(() => null, asFailure);
      if (failure) return failure;
      // The account on this device has the new name after the next pass.
      void syncNow();
      toast({ tone: 'success', title: t`Name saved` });
      onClose();
      return null;
    },
  });
  return (
    <AccountDialog
      title={<Trans>Change your name</Trans>}
      submitLabel={<Trans>Save</Trans>}
      accountForm={accountForm}
      onClose={onClose}
    >
      <TextField {...useAccountField(accountForm, 'name', t`Name`)} autoComplete="name" />
    </AccountDialog>
  );
}
