import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useFormState } from 'react-hook-form';
import type { OutputOf } from '../../../contract/endpoint.ts';
import { createUser, type User } from '../../../contract/people.ts';
import { useLeaveGuard } from '../../forms/use-leave-guard.tsx';
import { useServerForm } from '../../forms/use-server-form.ts';
import { toast } from '../../ui/toast.ts';
import { lockedUntilOf } from './pin-refusal.tsx';
import { useMoneyCall, type MoneyResult } from '../../forms/use-money-call.ts';
import { reportUserChange } from './user-changes.ts';
import { emptyFields, NewUser, newUserOf, type UserFields } from './user-form-fields.ts';
import { useFieldNames } from './user-words.tsx';

type Result = MoneyResult<OutputOf<typeof createUser>>;

interface Options {
  /** Gets the user; null when the answer was lost and the outcome is shown in a notice above the page. */
  onCreated: (user: User | null) => void;
  /** Called when the user leaves the form, after the question about what was typed. */
  onLeave: () => void;
}

/**
 * The form of a new user. It is sent like a call that moves money, because an opening balance does: once, and with a
 * key. What was typed is in no draft, because a password is among it; leaving the form asks first.
 */
export function useCreateUser({ onCreated, onLeave }: Options) {
  const { t } = useLingui();
  const labels = useFieldNames();
  const [created, setCreated] = useState<{ user: User | null } | null>(null);
  const [lockedUntil, setLockedUntil] = useState<number | null>(null);
  const onResult = (result: Result) => {
    if (result.kind === 'unknown') return;
    setLockedUntil(result.kind === 'refused' ? lockedUntilOf(result.failure) : null);
    if (result.kind === 'refused') return;
    reportUserChange();
    if (result.kind === 'done') toast({ tone: 'success', title: t`User created` });
    if (result.kind === 'done') setCreated({ user: result.answer.user });
    else if (result.isApplied) setCreated({ user: null });
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
  // After every outcome, the next attempt needs the PIN again.
  useEffect(() => form.setValue('pin', ''), [form, key]);
  const { isDirty } = useFormState({ control: form.control });
  const isUnsaved = isDirty && money.phase === 'editing' && created === null;
  const guard = useLeaveGuard({ isDirty: isUnsaved, onDiscard: () => undefined });
  useEffect(() => {
    if (created) onCreated(created.user);
    // oxlint-disable-next-line react/exhaustive-deps -- once, after the guard has seen that the form is saved
  }, [created]);
  const close = () => {
    money.acknowledge();
    guard.ask(onLeave);
  };
  return { userForm, money, lockedUntil, close, question: guard.question };
}
