import { useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import type { addToBalance } from '../../../contract/balance.ts';
import type { OutputOf } from '../../../contract/endpoint.ts';
import type { User } from '../../../contract/people.ts';
import type { CallFailure } from '../../api/failure.ts';
import { isolated } from '../../text/isolated.ts';
import { useMoney } from '../../text/money.ts';
import { toast } from '../../ui/toast.ts';
import { balanceAfter, mistakesIn, requestOf, type AdjustmentFields, type AdjustmentMistakes } from './adjustment.ts';
import { lockedUntilOf } from './pin-refusal.tsx';
import { useMoneyCall, type MoneyResult } from '../../forms/use-money-call.ts';
import { reportUserChange } from './user-changes.ts';

type Result = MoneyResult<OutputOf<typeof addToBalance>>;

const emptyForm: AdjustmentFields = { direction: 'add', amount: '', note: '', pin: '' };

/** The form that adjusts a customer's balance, once that is loaded; `close` closes its dialog. */
export function useAdjustment(user: User | undefined, close: () => void) {
  const formId = useId();
  const [fields, setFields] = useState(emptyForm);
  const [mistakes, setMistakes] = useState<AdjustmentMistakes>({});
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [lockedUntil, setLockedUntil] = useState<number | null>(null);
  const reportDone = useReportDone();

  const onResult = (result: Result) => {
    // After every outcome, the next attempt needs the PIN again.
    if (result.kind !== 'unknown') setFields((now) => ({ ...now, pin: '' }));
    setFailure(result.kind === 'refused' ? result.failure : null);
    setLockedUntil(result.kind === 'refused' ? lockedUntilOf(result.failure) : null);
    if (result.kind === 'done') reportDone(fields, result.answer.user);
    if (result.kind !== 'unknown') reportUserChange();
    if (result.kind === 'done' || (result.kind === 'settled' && result.isApplied)) close();
  };
  const money = useMoneyCall(onResult);

  const change = (patch: Partial<AdjustmentFields>) => {
    setFields({ ...fields, ...patch });
    const changed = Object.keys(patch).flatMap((name) => (name === 'direction' ? ['amount'] : [name]));
    setMistakes(Object.fromEntries(Object.entries(mistakes).filter(([name]) => !changed.includes(name))));
    if (changed.some((name) => name === fieldOf(failure))) setFailure(null);
  };

  const confirm = () => {
    if (!user) return;
    const found = mistakesIn(fields, user.balance);
    setMistakes(found);
    setFailure(null);
    if (Object.keys(found).length === 0) void money.send(requestOf(user, fields));
    else focusFirstMistake();
  };

  return {
    formId,
    /** Undefined until it is loaded. */
    balance: user?.balance,
    fields,
    change,
    confirm,
    mistakes,
    failure,
    lockedUntil,
    money,
    after: user ? balanceAfter(fields, user.balance) : null,
  };
}

/** The field that a refusal is about; undefined for a refusal of the whole adjustment. */
export function fieldOf(failure: CallFailure | null): keyof AdjustmentMistakes | undefined {
  if (failure?.code === 'INVALID_PIN') return 'pin';
  if (failure?.code === 'BALANCE_NOT_ENOUGH') return 'amount';
  const [field] = Object.keys(failure?.errors ?? {});
  return field === 'pin' || field === 'amount' || field === 'note' ? field : undefined;
}

function useReportDone() {
  const { t } = useLingui();
  const { format } = useMoney();
  return ({ direction }: AdjustmentFields, { name, balance: amount }: User) => {
    const balance = format(amount);
    toast({
      tone: 'success',
      title: direction === 'add' ? t`Balance added` : t`Balance subtracted`,
      description: t`The balance of ${{ name: isolated(name) }} is now ${balance}.`,
    });
  };
}

/** Moves the focus to the first refused field, after it is marked. */
const focusFirstMistake = () =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>('dialog [aria-invalid]')?.focus());
