import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import type { OutputOf } from '../../../contract/endpoint.ts';
import { createUser, type User } from '../../../contract/people.ts';
import { useServerForm } from '../../forms/use-server-form.ts';
import { toast } from '../../ui/toast.ts';
import { lockedUntilOf } from './pin-refusal.tsx';
import { useMoneyCall, type MoneyResult } from './use-money-call.ts';
import { reportUserChange } from './user-changes.ts';
import { emptyFields, NewUser, newUserOf, type UserFields } from './user-form-fields.ts';
import { useFieldNames } from './user-words.tsx';

type Result = MoneyResult<OutputOf<typeof createUser>>;

/**
 * The form of a new user. It is sent like a call that moves money, because an opening balance does: once, and with a
 * key. `onCreated` gets the user; null when the answer was lost and the outcome is shown in a notice above the page.
 */
export function useCreateUser(onCreated: (user: User | null) => void) {
  const { t } = useLingui();
  const labels = useFieldNames();
  const [lockedUntil, setLockedUntil] = useState<number | null>(null);
  const onResult = (result: Result) => {
    if (result.kind === 'unknown') return;
    setLockedUntil(result.kind === 'refused' ? lockedUntilOf(result.failure) : null);
    if (result.kind === 'refused') return;
    reportUserChange();
    if (result.kind === 'done') toast({ tone: 'success', title: t`User created` });
    if (result.kind === 'done') onCreated(result.answer.user);
    else if (result.isApplied) onCreated(null);
  };
  const money = useMoneyCall(onResult);
  const { key } = money;
  const send = async (fields: UserFields) => {
    const input = newUserOf(fields);
    const result = await money.send({
      endpoint: createUser,
      input,
      about: { user_name: input.name.trim(), ...(input.balance && { amount: input.balance }) },
      touched: ({ user }) => [`people:${user.id}`],
    });
    return result?.kind === 'refused' ? result.failure : null;
  };
  const userForm = useServerForm<UserFields>({ schema: NewUser, defaultValues: emptyFields, labels, send });
  const { form } = userForm;
  // Whatever the outcome, the next attempt needs the PIN again.
  useEffect(() => form.setValue('pin', ''), [form, key]);
  return { userForm, money, lockedUntil };
}
