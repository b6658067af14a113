import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import * as z from 'zod/mini';
import type { OutputOf } from '../../../contract/endpoint.ts';
import { pinMin, topupNoteMax } from '../../../contract/limits.ts';
import { Alike, approveTopup, TopupRow } from '../../../contract/topups.ts';
import type { CallFailure } from '../../api/failure.ts';
import { lockedUntilOf } from '../../forms/pin-refusal.tsx';
import { readAmount, useMoneyForm, type MoneyRequest } from '../../forms/use-money-form.ts';
import { syncNow } from '../../sync/triggers.ts';
import { refreshRequests } from '../../sync/use-request.ts';
import { isolated } from '../../text/isolated.ts';
import { useMoney } from '../../text/money.ts';
import { toast } from '../../ui/toast.ts';
import { storeTopup } from './admin-topup-queue.ts';
import { numberOf } from './admin-topup-words.ts';

/** The fields of the form, as typed. The PIN lives in the form only: it is in no draft and in no record of a call. */
interface ApprovalFields {
  amount: string;
  note: string;
  pin: string;
  isDespiteAlike: boolean;
}

/** What is wrong with a field, as the codes of a refusal. */
type ApprovalMistakes = Partial<Record<'amount' | 'note' | 'pin', string>>;

const emptyForm: ApprovalFields = { amount: '', note: '', pin: '', isDespiteAlike: false };

/**
 * The form that approves a request: the amount is typed, not taken from the request. `onDone` is called when the request
 * is approved, and when this device learns that another admin has decided it.
 */
export function useApproval(topup: TopupRow, onDone: () => void) {
  const formId = useId();
  const [fields, setFields] = useState(emptyForm);
  const [mistakes, setMistakes] = useState<ApprovalMistakes>({});
  const [lockedUntil, setLockedUntil] = useState<number | null>(null);
  /** The approved requests that the server has named: they are confirmed with a tick. */
  const [alike, setAlike] = useState<readonly Alike[]>([]);
  const reportDone = useReportDone();
  const money = useMoneyForm<OutputOf<typeof approveTopup>>((outcome) => {
    if (outcome.kind === 'unknown') return;
    // After every outcome, the next attempt needs the PIN again.
    setFields((now) => ({ ...now, pin: '' }));
    refreshRequests(`users/${topup.user_id}`);
    void syncNow();
    setLockedUntil(outcome.kind === 'refused' ? lockedUntilOf(outcome.failure) : null);
    if (outcome.kind === 'refused') {
      setAlike((now) => alikeIn(outcome.failure) ?? now);
      storeCurrent(outcome.failure);
    }
    if (outcome.kind !== 'applied') return;
    if (outcome.answer) reportDone(topup, outcome.answer.topup.credited);
    onDone();
  });
  const failure = money.problem?.kind === 'refused' ? money.problem.failure : null;

  const change = (patch: Partial<ApprovalFields>) => {
    setFields({ ...fields, ...patch });
    setMistakes(Object.fromEntries(Object.entries(mistakes).filter(([name]) => !(name in patch))));
    if (failure && failure.code !== 'CONFLICT') money.clearProblem();
  };

  const confirm = () => {
    const found = mistakesIn(fields, topup);
    setMistakes(found);
    if (Object.keys(found).length === 0) return void money.send(requestOf(topup, fields));
    money.clearProblem();
    focusMistakeIn(formId);
  };

  const typed = readAmount(fields.amount);
  const difference = typed === null ? 0 : (Math.round(typed * 100) - Math.round(topup.amount * 100)) / 100;
  return { formId, fields, change, confirm, mistakes, failure, lockedUntil, alike, money, typed, difference };
}

/** Moves the focus to the first refused field of a form, after it is marked. */
export const focusMistakeIn = (formId: string): number =>
  requestAnimationFrame(() => document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid]')?.focus());

function mistakesIn({ amount, note, pin }: ApprovalFields, topup: TopupRow): ApprovalMistakes {
  const typed = readAmount(amount);
  const length = [...note.trim()].length;
  const isOther = typed !== null && typed !== topup.amount;
  const pinMistake =
    pin === '' ? 'required' : pin.length < pinMin ? 'short' : /^\d{1,12}$/.test(pin) ? null : 'invalid';
  return {
    ...(typed === null && { amount: 'invalid' }),
    ...(length === 0 ? isOther && { note: 'required' } : length > topupNoteMax && { note: `max:${topupNoteMax}` }),
    ...(pinMistake && { pin: pinMistake }),
  };
}

function requestOf(topup: TopupRow, fields: ApprovalFields): MoneyRequest<typeof approveTopup> {
  const amount = readAmount(fields.amount) ?? 0;
  const { id, number, user_id, user_name } = topup;
  return {
    endpoint: approveTopup,
    input: {
      id,
      amount,
      pin: fields.pin,
      note: fields.note.trim() || null,
      ...(fields.isDespiteAlike && { despite_alike: true }),
    },
    about: { topup_id: id, topup_number: number, user_id, user_name, amount },
    touched: (answer) => [`topups:${answer.topup.id}`],
    store: (answer) => storeTopup(answer.topup),
  };
}

/** The requests that an ALIKE refusal names; null for other refusals. */
const alikeIn = ({ code, details }: CallFailure): readonly Alike[] | null =>
  code === 'ALIKE' ? (z.array(Alike).safeParse(details?.alike).data ?? []) : null;

/** Stores the request as a CONFLICT refusal has it: another admin, or its customer, was first. */
export function storeCurrent({ code, details }: Pick<CallFailure, 'code' | 'details'>): void {
  const current = code === 'CONFLICT' ? TopupRow.safeParse(details?.current).data : undefined;
  if (current) void storeTopup(current).catch(() => undefined);
}

/** Returns a function that says what happened to a request, with a way back to it: the page already shows the next one. */
export function useReportDone() {
  const { t } = useLingui();
  const { format } = useMoney();
  const navigate = useNavigate();
  return (topup: TopupRow, credited: number | null) => {
    const name = isolated(topup.user_name);
    const amount = format(credited);
    const number = numberOf(topup);
    toast({
      kind: 'topup',
      tone: 'success',
      title: credited === null ? t`Request ${number} refused` : t`${amount} added to ${{ name }}`,
      action: {
        label: t`Open ${number}`,
        onSelect: () => void navigate({ to: `/admin/top-ups/${topup.id}` as never }),
      },
    });
  };
}
