import { slipNumberMax, topupNoteMax } from '../../../contract/limits.ts';
import type { MutationArgs } from '../../../contract/mutations.ts';
import type { FieldErrors } from '../../../contract/refusals.ts';
import { missingProofs } from '../../../contract/topup-rules.ts';
import type { TopupMethodRow } from '../../../contract/topup-settings.ts';
import { readAmount } from '../../forms/use-money-form.ts';
import { isDay } from '../../local/days.ts';

/** The fields of the form, as typed. */
export interface TopupFieldValues {
  method_id: number | null;
  amount: string;
  slip_number: string;
  /** `2026-11-24`, or empty. */
  paid_on: string;
  note: string;
}

/** What a request contains besides its files. */
export type CheckedTopup = Omit<MutationArgs<'topup.open'>, 'id' | 'file_ids'>;

interface Context {
  method: TopupMethodRow | undefined;
  files: number;
  /** The day in the shop's time zone: no payment is later. */
  today: string;
}

/** Checks the form as the server does; returns what to send, or the error codes of each field. */
export function checkTopup(
  values: TopupFieldValues,
  { method, files, today }: Context,
): { value: CheckedTopup } | { errors: FieldErrors } {
  const amount = readAmount(values.amount);
  const slipNumber = values.slip_number.trim();
  const note = values.note.trim();
  const paidOn = orNull(values.paid_on);
  const missing = missingIn(method, { files, slipNumber });
  const found: Record<string, string | null> = {
    method_id: method ? null : 'required',
    amount: mistakeIn(values.amount, amount, method),
    slip_number: missing.includes('slip_number') ? 'required' : tooLong(slipNumber, slipNumberMax),
    paid_on: paidOn === null || isPastDay(paidOn, today) ? null : 'invalid',
    file_ids: missing.includes('file_ids') ? 'required' : null,
    note: tooLong(note, topupNoteMax),
  };
  const wrong = Object.entries(found).flatMap(([field, code]) =>
    code === null ? [] : [[field, [code]] as [string, string[]]],
  );
  if (wrong.length > 0 || !method || amount === null) return { errors: Object.fromEntries<string[]>(wrong) };
  return {
    value: { method_id: method.id, amount, slip_number: orNull(slipNumber), paid_on: paidOn, note: orNull(note) },
  };
}

const orNull = (text: string): string | null => text || null;

const missingIn = (method: TopupMethodRow | undefined, given: Parameters<typeof missingProofs>[1]) =>
  method ? missingProofs(method.proof, given) : [];

const isPastDay = (day: string, today: string): boolean => isDay(day) && day <= today;

function mistakeIn(typed: string, amount: number | null, method: TopupMethodRow | undefined): string | null {
  if (typed.trim() === '') return 'required';
  if (amount === null) return 'invalid';
  if (!method) return null;
  if (amount < method.min) return `number-min:${method.min}`;
  return amount > method.max ? `number-max:${method.max}` : null;
}

const tooLong = (text: string, max: number): string | null => ([...text].length > max ? `max:${max}` : null);
