import { amountMax } from '../../../contract/limits.ts';
import { fold } from '../../../contract/search.ts';

/** Reads an amount that a user has typed (`12`, `12.5`, `12,50`, `١٢`) in euros; null when it is not above zero. */
export function readAmount(typed: string): number | null {
  const plain = fold(typed).replaceAll(' ', '').replace('€', '').replace(/[,٫]/, '.');
  const euros = /^\d{1,9}(?:\.\d{1,2})?$/.test(plain) ? Number(plain) : Number.NaN;
  return euros > 0 && euros <= amountMax ? euros : null;
}

/** Adds amounts of euros without the rounding errors of binary fractions. */
export const sumOf = (a: number, b: number): number => (Math.round(a * 100) + Math.round(b * 100)) / 100;
