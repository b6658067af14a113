import { useLingui } from '@lingui/react/macro';
import { useController, useWatch } from 'react-hook-form';
import { roleIds } from '../../../contract/limits.ts';
import type { ServerForm } from '../../forms/use-server-form.ts';
import { useMoney } from '../../text/money.ts';
import { TextField } from '../../ui/fields.tsx';
import { PinField } from '../../ui/pin-field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { PinHelp, usePinRefusal } from '../../forms/pin-refusal.tsx';
import type { UserFields } from './user-form-fields.ts';
import { isPinRefused, register } from './user-form-parts.ts';

interface Props {
  userForm: ServerForm<UserFields>;
  /** When the PIN can be used again after too many wrong attempts, in ms. */
  lockedUntil: number | null;
}

/** What only a new user has: the opening balance with the PIN that it needs, and whether the account is active. */
export function OpeningFields({ userForm, lockedUntil }: Props) {
  const { t } = useLingui();
  const { currency } = useMoney();
  const { form, errorOf } = userForm;
  const role = useWatch({ control: form.control, name: 'role_id' });
  const balance = useWatch({ control: form.control, name: 'balance' });
  const active = useController({ control: form.control, name: 'is_active' }).field;
  const isCustomer = role === String(roleIds.user);
  return (
    <>
      {isCustomer ? (
        <TextField
          label={t`Opening balance (optional)`}
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
          hint={t`In ${currency}. It needs your PIN.`}
          error={errorOf('balance')}
          {...register(form, 'balance')}
        />
      ) : null}
      {isCustomer && /[^0,.\s]/.test(balance) ? <OpeningPin userForm={userForm} lockedUntil={lockedUntil} /> : null}
      <Switch label={t`The account is active`} checked={active.value} onChange={active.onChange} />
    </>
  );
}

function OpeningPin({ userForm, lockedUntil }: Props) {
  const { t } = useLingui();
  const { form, errorOf, failure } = userForm;
  const { value, onChange, onBlur, name, ref } = useController({ control: form.control, name: 'pin' }).field;
  const refusal = isPinRefused(userForm) ? failure : null;
  const refused = usePinRefusal(refusal, lockedUntil);
  return (
    <PinField
      label={t`Your PIN`}
      {...{ value, onChange, onBlur, name, ref }}
      error={errorOf('pin') ?? (value === '' ? refused : null)}
      help={<PinHelp failure={refusal} />}
    />
  );
}
