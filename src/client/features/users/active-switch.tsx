import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { setUserActive, type DirectoryUser } from '../../../contract/people.ts';
import { call } from '../../api/call.ts';
import { asFailure } from '../../api/failure.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { isolated } from '../../text/isolated.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.ts';
import { reportUserChange } from './loads.ts';
import { mayDeleteOrDeactivate } from './user-rules.ts';

interface Props {
  user: DirectoryUser;
  /** The signed-in admin's id. */
  me: number;
}

/** The switch that lets a user sign in or not (S2F-02); it shows the choice at once, and the old one after a refusal. */
export function ActiveSwitch({ user, me }: Props) {
  const { t } = useLingui();
  const online = useOnline();
  const { failure: sentenceOf } = useRefusalText();
  const { id, name, is_active: isActive } = user;
  /** The choice that the list does not show yet, and the value that it was made from. */
  const [choice, setChoice] = useState<{ from: boolean; to: boolean; isSending: boolean } | null>(null);
  const isChosen = choice?.from === isActive;
  const choose = async (to: boolean) => {
    setChoice({ from: isActive, to, isSending: true });
    const failure = await call(setUserActive, { id, is_active: to }).then(() => null, asFailure);
    setChoice(failure ? null : { from: isActive, to, isSending: false });
    if (failure) toast({ tone: 'error', title: sentenceOf(failure) });
    reportUserChange();
  };
  const isAllowed = mayDeleteOrDeactivate(me, user);
  return (
    <Switch
      label={t`${{ name: isolated(name) }} is active`}
      hideLabel
      checked={isChosen ? choice.to : isActive}
      disabled={!online || !isAllowed || (isChosen && choice.isSending)}
      title={id === me ? t`You cannot deactivate your own account.` : undefined}
      // The screens of users have the reason under this id.
      aria-describedby={online ? undefined : 'users-offline'}
      onChange={(to) => void choose(to)}
    />
  );
}
