import { useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import type { OutputOf } from '../../../contract/endpoint.ts';
import { refundReasonMax } from '../../../contract/limits.ts';
import { leftOf, returnedStatuses } from '../../../contract/order-rules.ts';
import { refundPart, type Order } from '../../../contract/orders.ts';
import type { CallFailure } from '../../api/failure.ts';
import {
  focusFirstMistake,
  readAmount,
  useFrozen,
  useMoneyForm,
  type MoneyRequest,
} from '../../forms/use-money-form.ts';
import { syncNow } from '../../sync/triggers.ts';
import { isolated } from '../../text/isolated.ts';
import { useMoney } from '../../text/money.ts';
import { toast } from '../../ui/toast.ts';
import { undeliveredPart } from './order-units.ts';
import { storeOrder } from './use-paid-status.ts';

/** The fields of the form, as typed. */
export interface RefundFields {
  /** How many units of an order of several were delivered; it fills the amount in and is not sent. */
  delivered: string;
  amount: string;
  reason: string;
}

/** What is wrong with a field, as the codes of a refusal; `tooMuch`: all that is left, or more. */
interface Mistakes {
  amount?: 'invalid' | 'tooMuch';
  reason?: string;
}

/** The form that returns a part of the price of an order; it shows what is left, also as a refusal reports it. */
export function useRefundPart(order: Order, onClose: () => void) {
  const formId = useId();
  const [fields, setFields] = useState<RefundFields>({ delivered: '', amount: '', reason: '' });
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const [reported, setReported] = useState<{ rev: number; left: number } | null>(null);
  const reportDone = useReportDone();
  const money = useMoneyForm<OutputOf<typeof refundPart>>((outcome) => {
    if (outcome.kind === 'unknown') return;
    void syncNow();
    if (outcome.kind === 'refused') {
      const left = leftIn(outcome.failure);
      if (left !== null) setReported({ rev: order.rev, left });
    }
    if (outcome.kind !== 'applied') return;
    if (outcome.answer) reportDone(order, readAmount(fields.amount) ?? 0);
    onClose();
  });
  // While the outcome is not known, this device may already receive the changed order.
  const left = useFrozen(reported?.rev === order.rev ? reported.left : leftOf(order), money.phase !== 'editing');
  const isReturned = useFrozen(returnedStatuses.includes(order.status), money.phase !== 'editing');
  const failure = money.problem?.kind === 'refused' ? money.problem.failure : null;

  const change = (patch: Partial<RefundFields>) => {
    setFields({ ...fields, ...patch });
    const { amount, reason } = mistakes;
    setMistakes({
      ...(amount && patch.amount === undefined && { amount }),
      ...(reason && patch.reason === undefined && { reason }),
    });
    if (failure?.code === 'INVALID_FIELDS') money.clearProblem();
  };

  const units = unitsOf(order);
  const setDelivered = (delivered: string) => {
    const part = units && undeliveredPart(units, delivered, left);
    change({ delivered, amount: part === null ? '' : part.toFixed(2) });
  };

  const confirm = () => {
    const found = mistakesIn(fields, left);
    setMistakes(found);
    if (Object.keys(found).length === 0) return void money.send(requestOf(order, fields, left));
    money.clearProblem();
    focusFirstMistake();
  };

  return { formId, fields, units, change, setDelivered, confirm, mistakes, failure, money, left, isReturned };
}

/** The item of an order of several units; null for other orders. */
const unitsOf = ({ items: [first, ...others] }: Order) =>
  first && others.length === 0 && (first.quantity ?? 1) > 1 ? first : null;

function mistakesIn({ amount, reason }: RefundFields, left: number): Mistakes {
  const typed = readAmount(amount);
  const length = [...reason.trim()].length;
  return {
    ...(typed === null ? { amount: 'invalid' as const } : typed >= left && { amount: 'tooMuch' as const }),
    ...(length === 0 ? { reason: 'required' } : length > refundReasonMax && { reason: `max:${refundReasonMax}` }),
  };
}

const requestOf = (order: Order, { amount, reason }: RefundFields, left: number): MoneyRequest<typeof refundPart> => {
  const part = readAmount(amount) ?? 0;
  return {
    endpoint: refundPart,
    input: { id: order.id, amount: part, reason: reason.trim(), seen: left },
    about: { order_id: order.id, user_name: order.user_name, amount: part },
    touched: (answer) => [`orders:${answer.order.id}`],
    store: (answer) => storeOrder(answer.order),
  };
};

/** What is left of the price as a refusal says it; null when it says nothing of it. */
function leftIn({ details, errors }: CallFailure): number | null {
  if (typeof details?.remaining === 'number') return details.remaining;
  const [, most] = /^number-max:(.+)$/.exec(errors?.amount?.[0] ?? '') ?? [];
  return most === undefined ? null : (Math.round(Number(most) * 100) + 1) / 100;
}

function useReportDone() {
  const { t } = useLingui();
  const { format } = useMoney();
  return ({ user_name: name }: Order, part: number) => {
    const amount = format(part);
    toast({
      tone: 'success',
      title: t`Returned in part`,
      description: t`${amount} went back to ${{ name: isolated(name) }}.`,
    });
  };
}
