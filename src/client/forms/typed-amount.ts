import { amountMax } from '../../contract/limits.ts';
import { withoutCurrency } from '../text/money.ts';

/** Reads an amount that a user has typed (`12`, `12.5`, `12,50`, `١٢`, `€12`); null when it is not above zero. */
export function readAmount(typed: string): number | null {
  const plain = withoutCurrency(typed)
    .replaceAll(/[\s\u200e\u200f]/g, '')
    .replace(/[,٫]/, '.');
  const amount = /^\d{1,9}(?:\.\d{1,2})?$/.test(plain) ? Number(plain) : Number.NaN;
  return amount > 0 && amount <= amountMax ? amount : null;
}

/** Moves the focus to the first refused field of a dialog, after it is marked. */
export const focusFirstMistake = (): number =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>('dialog [aria-invalid]')?.focus());
