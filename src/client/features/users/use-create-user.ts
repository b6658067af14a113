import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useFormState } from 'react-hook-form';
import type { OutputOf } from '../../../contract/endpoint.ts';
import { createUser, type User } from '../../../contract/people.ts';
import { useLeaveGuard } from '../../forms/use-leave-guard.tsx';
import { useServerForm } from '../../forms/use-server-form.ts';
import { toast } from '../../ui/toast.ts';
import { lockedUntilOf } from '../../forms/pin-refusal.tsx';
import { useMoneyForm, type MoneyOutcome } from '../../forms/use-money-form.ts';
import { reportUserChange } from './loads.ts';
import { emptyFields, NewUser, newUserOf, type UserFields } from './user-form-fields.ts';
import { useFieldNames } from './user-words.tsx';

type Outcome = MoneyOutcome<OutputOf<typeof createUser>>;

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
  const onOutcome = (outcome: Outcome) => {
    if (outcome.kind === 'unknown') return;
    setLockedUntil(outcome.kind === 'refused' ? lockedUntilOf(outcome.failure) : null);
    if (outcome.kind === 'refused') return;
    reportUserChange();
    if (outcome.kind !== 'applied') return;
    if (outcome.answer) toast({ tone: 'success', title: t`User created` });
    setCreated({ user: outcome.answer?.user ?? null });
  };
  const money = useMoneyForm(onOutcome);
  const { key } = money;
  const send = async (fields: UserFields) => {
    const input = newUserOf(fields);
    const outcome = await money.send({
      endpoint: createUser,
      input,
      about: { user_name: input.name.trim(), ...(input.balance && { amount: input.balance }) },
      touched: ({ user }) => [`people:${user.id}`],
    });
    return outcome?.kind === 'refused' ? outcome.failure : null;
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
  return { userForm, money, lockedUntil, close: () => guard.ask(onLeave), question: guard.question };
}
