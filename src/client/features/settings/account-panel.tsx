import { Trans, useLingui } from '@lingui/react/macro';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { updateProfile } from '../../../contract/auth.ts';
import { call } from '../../api/call.ts';
import { asFailure } from '../../api/failure.ts';
import { signedInPerson, type SignedInPerson } from '../../api/session.ts';
import { useServerForm } from '../../forms/use-server-form.ts';
import { currentDatabase } from '../../local/current.ts';
import { syncNow } from '../../sync/triggers.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useRoleNames } from '../../text/statuses.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Box, chakra } from '../../ui/theme/styled.tsx';
import { toast } from '../../ui/toast.ts';
import { AccountDialog, useAccountField } from './account-dialog.tsx';
import { EmailDialog } from './email-dialog.tsx';
import type { ProfileAnswer } from './own-account.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { FactLine } from './setting-line.tsx';

type Change = 'name' | 'email' | 'password';

interface Props {
  profile: ProfileAnswer;
  onPasswordChanged: () => void;
}

/** The user's own name, e-mail address and password, each with the dialog that changes it (C-29). */
export function AccountPanel({ profile, onPasswordChanged }: Props) {
  const online = useOnline();
  const person = useAccount();
  const [change, setChange] = useState<Change | null>(null);
  const sentTo = profile.data?.pending_email;
  if (!person) return null;
  const close = () => setChange(null);
  return (
    <Panel title={<Trans>Account</Trans>}>
      <Facts person={person} online={online} onChange={setChange} />
      <OfflineReason online={online} id={offlineId} />
      {sentTo && sentTo !== person.email ? <LinkSent to={sentTo} current={person.email} /> : null}
      <Box mt="2">
        <SignOutButton />
      </Box>
      {change === 'name' ? <NameDialog name={person.name} onClose={close} /> : null}
      {change === 'email' ? (
        <EmailDialog
          current={person.email}
          onClose={close}
          onSent={() => {
            profile.retry();
            close();
          }}
        />
      ) : null}
      {change === 'password' ? (
        <PasswordDialog
          email={person.email}
          onClose={close}
          onChanged={() => {
            // The server has ended the link to a new address, too.
            profile.retry();
            close();
            onPasswordChanged();
          }}
        />
      ) : null}
    </Panel>
  );
}

const offlineId = 'account-offline';

interface FactsProps {
  person: SignedInPerson;
  online: boolean;
  onChange: (change: Change) => void;
}

function Facts({ person, online, onChange }: FactsProps) {
  const { t } = useLingui();
  const roles = useRoleNames();
  const button = (change: Change, label: string) => (
    <Button
      size="sm"
      variant="outline"
      aria-label={label}
      disabled={!online}
      aria-describedby={online ? undefined : offlineId}
      onClick={() => onChange(change)}
    >
      <Trans>Change</Trans>
    </Button>
  );
  return (
    <chakra.dl>
      <FactLine name={t`Name`} action={button('name', t`Change your name`)}>
        <bdi>{person.name}</bdi>
      </FactLine>
      <FactLine name={t`E-mail`} action={button('email', t`Change your e-mail`)}>
        <bdi dir="ltr">{person.email}</bdi>
      </FactLine>
      <FactLine name={t`Password`} action={button('password', t`Change your password`)} />
      <FactLine name={t`Role`}>{roles[person.role]}</FactLine>
    </chakra.dl>
  );
}

/** What is left to do for a new address; shown until the account has it. */
function LinkSent({ to, current }: { to: string; current: string }) {
  const newAddress = <bdi dir="ltr">{to}</bdi>;
  const address = <bdi dir="ltr">{current}</bdi>;
  return (
    <Box my="2">
      <Notice tone="info" title={<Trans>Confirm your new e-mail</Trans>}>
        <Trans>
          We sent a link to {newAddress}. Open it within 24 hours; until then you log in with {address}.
        </Trans>
      </Notice>
    </Box>
  );
}

/** Returns the signed-in user, with the name and the address of the account as it was synced last. */
function useAccount(): SignedInPerson | null {
  const [stored] = useState(signedInPerson);
  const account = useLiveQuery(() => currentDatabase().account.toCollection().first(), []);
  if (!stored || account?.id !== stored.id) return stored;
  return { ...stored, name: account.name, email: account.email };
}

/** Changes the user's own name, which the shop and the user's tickets show. */
function NameDialog({ name, onClose }: { name: string; onClose: () => void }) {
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

const SignOutDialog = lazyPart(async () => (await import('./sign-out-dialog.tsx')).SignOutDialog);

/** The sign-out button; opens the dialog that signs out, which first asks about unsaved work. */
function SignOutButton() {
  const [isSigningOut, setSigningOut] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setSigningOut(true)}>
        <LogOut size={16} data-mirror="" aria-hidden="true" />
        <Trans>Log out</Trans>
      </Button>
      {isSigningOut ? <SignOutDialog onStay={() => setSigningOut(false)} /> : null}
    </>
  );
}
