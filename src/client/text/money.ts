import { useLingui } from '@lingui/react';
import { tagOf } from './locales.ts';

/** The money formatter of a language: `format(1234.5)` is `€1,234.50`, `change(3)` is `+€3.00`, `short(1234)` `€1.2K`. */
function moneyIn(locale: string) {
  const shape = { style: 'currency', currency: 'EUR', minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;
  const formatter = new Intl.NumberFormat(tagOf(locale), shape);
  const signed = new Intl.NumberFormat(tagOf(locale), { ...shape, signDisplay: 'exceptZero' });
  return {
    format: (euros: number | null | undefined): string => (isNumber(euros) ? formatter.format(euros || 0) : '—'),
    short: (euros: number): string =>
      new Intl.NumberFormat(tagOf(locale), {
        ...shape,
        notation: 'compact',
        minimumFractionDigits: 0,
        maximumFractionDigits: 1,
      }).format(euros || 0),
    change: (euros: number | null | undefined): string =>
      isNumber(euros) ? signed.format(euros || 0).replace('-', '\u2212') : '—',
  };
}

/** Formats euros (numbers with at most two decimals) in the user's language, always with two decimals (S1-14). */
export function useMoney() {
  const { i18n } = useLingui();
  return moneyIn(i18n.locale);
}

/** Formats counts in the user's language. */
export function useFormatCount() {
  const { i18n } = useLingui();
  const formatter = new Intl.NumberFormat(tagOf(i18n.locale));
  return (count: number): string => formatter.format(count);
}

const isNumber = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value);
