import { addToBalance, subtractFromBalance } from '../../../contract/balance.ts';
import { pinMin } from '../../../contract/limits.ts';
import type { User } from '../../../contract/people.ts';
import { readAmount, type MoneyRequest } from '../../forms/use-money-form.ts';

/** The fields of the form, as typed. */
export interface AdjustmentFields {
  direction: 'add' | 'subtract';
  amount: string;
  note: string;
  /** Lives in the form only: it is in no draft, no address and no record of a call. */
  pin: string;
}

/** What is wrong with a field; `notEnough`: more is subtracted than there is. */
export interface AdjustmentMistakes {
  amount?: 'invalid' | 'notEnough';
  pin?: 'required' | 'short' | 'invalid';
  note?: 'long';
}

/** Characters of a reason, as the server counts them. */
export const noteMax = 200;

/** Returns what is wrong with the fields, given the balance. */
export function mistakesIn(fields: AdjustmentFields, balance: number): AdjustmentMistakes {
  const after = balanceAfter(fields, balance);
  const amount = after === null ? 'invalid' : after < 0 ? 'notEnough' : null;
  const pin = mistakeInPin(fields.pin);
  return {
    ...(amount && { amount }),
    ...(pin && { pin }),
    ...([...fields.note.trim()].length > noteMax && { note: 'long' as const }),
  };
}

function mistakeInPin(pin: string): AdjustmentMistakes['pin'] | null {
  if (pin === '') return 'required';
  if (pin.length < pinMin) return 'short';
  return /^\d{1,12}$/.test(pin) ? null : 'invalid';
}

/** Returns the balance after the adjustment, which may be below zero; null while the amount is not valid. */
export function balanceAfter({ direction, amount }: AdjustmentFields, balance: number): number | null {
  const change = readAmount(amount);
  if (change === null) return null;
  return sumOf(balance, direction === 'add' ? change : -change);
}

/** Returns the call of an adjustment, whose fields are valid. */
export function requestOf(
  { id, name }: Pick<User, 'id' | 'name'>,
  { direction, amount, note, pin }: AdjustmentFields,
): MoneyRequest<typeof addToBalance | typeof subtractFromBalance> {
  const change = readAmount(amount) ?? 0;
  return {
    endpoint: direction === 'add' ? addToBalance : subtractFromBalance,
    input: { id, amount: change, pin, note: note.trim() || null },
    about: { user_id: id, user_name: name, amount: change },
  };
}

/** Adds amounts without the rounding errors of binary fractions. */
const sumOf = (a: number, b: number): number => (Math.round(a * 100) + Math.round(b * 100)) / 100;
