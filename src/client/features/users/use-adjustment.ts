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
import { lockedUntilOf } from '../../forms/pin-refusal.tsx';
import { focusFirstMistake, useFrozen, useMoneyForm, type MoneyOutcome } from '../../forms/use-money-form.ts';
import { reportUserChange } from './loads.ts';

type Outcome = MoneyOutcome<OutputOf<typeof addToBalance>>;

const emptyForm: AdjustmentFields = { direction: 'add', amount: '', note: '', pin: '' };

/** The form that adjusts a customer's balance, once that is loaded; `close` closes its dialog. */
export function useAdjustment(loaded: User | undefined, close: () => void) {
  const formId = useId();
  const [fields, setFields] = useState(emptyForm);
  const [mistakes, setMistakes] = useState<AdjustmentMistakes>({});
  const [lockedUntil, setLockedUntil] = useState<number | null>(null);
  const reportDone = useReportDone();

  const onOutcome = (outcome: Outcome) => {
    if (outcome.kind === 'unknown') return;
    // After every outcome, the next attempt needs the PIN again.
    setFields((now) => ({ ...now, pin: '' }));
    setLockedUntil(outcome.kind === 'refused' ? lockedUntilOf(outcome.failure) : null);
    reportUserChange();
    if (outcome.kind !== 'applied') return;
    if (outcome.answer) reportDone(fields, outcome.answer.user);
    close();
  };
  const money = useMoneyForm(onOutcome);
  const failure = money.problem?.kind === 'refused' ? money.problem.failure : null;
  const user = useFrozen(loaded, money.phase !== 'editing');

  const change = (patch: Partial<AdjustmentFields>) => {
    setFields({ ...fields, ...patch });
    const changed = Object.keys(patch).flatMap((name) => (name === 'direction' ? ['amount'] : [name]));
    setMistakes(Object.fromEntries(Object.entries(mistakes).filter(([name]) => !changed.includes(name))));
    if (changed.some((name) => name === fieldOf(failure))) money.clearProblem();
  };

  const confirm = () => {
    if (!user) return;
    const found = mistakesIn(fields, user.balance);
    setMistakes(found);
    if (Object.keys(found).length === 0) return void money.send(requestOf(user, fields));
    money.clearProblem();
    focusFirstMistake();
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
