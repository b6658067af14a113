import { i18n as currentTexts } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { useSyncExternalStore } from 'react';
import { fold } from '../../contract/search.ts';
import { currentCurrency, onCurrency } from './currency.ts';
import { numberFormat } from './formats.ts';
import { tagOf } from './locales.ts';

/**
 * The money formatter of a language and a currency: `format(1234.5)` is `€1,234.50`, `change(3)` is `+€3.00`,
 * `short(1234)` is `€1.2K`, `symbol` is `€` and `currency` is `EUR`; `isLong` returns whether an amount is wider than
 * layouts expect. Amounts always have two decimals, also in currencies that have three elsewhere.
 */
function createMoney(locale: string, currency: string) {
  const shape = { style: 'currency', currency, minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;
  const formatter = numberFormat(tagOf(locale), shape);
  const signed = numberFormat(tagOf(locale), { ...shape, signDisplay: 'exceptZero' });
  return {
    currency,
    symbol: symbolOf(formatter),
    format: (amount: number | null | undefined): string => (isNumber(amount) ? formatter.format(amount || 0) : '—'),
    isLong: (amount: number | null | undefined): boolean =>
      isNumber(amount) && formatter.format(amount).replace(/\p{Cf}/gu, '').length > 12,
    short: (amount: number): string =>
      numberFormat(tagOf(locale), {
        ...shape,
        notation: 'compact',
        minimumFractionDigits: 0,
        maximumFractionDigits: 1,
      }).format(amount || 0),
    change: (amount: number | null | undefined): string =>
      isNumber(amount) ? signed.format(amount || 0).replace('-', '\u2212') : '—',
  };
}

/** The money formatters in use. */
const formatters = new Map<string, ReturnType<typeof createMoney>>();

function moneyIn(locale: string, currency: string) {
  const key = `${locale} ${currency}`;
  const money = formatters.get(key) ?? createMoney(locale, currency);
  formatters.set(key, money);
  return money;
}

/** Formats amounts (numbers with at most two decimals) in the user's language and the shop's currency (S1-14, S9-01). */
export function useMoney() {
  const { i18n } = useLingui();
  return moneyIn(i18n.locale, useSyncExternalStore(onCurrency, currentCurrency));
}

/** Removes the code or the symbol of the shop's currency from an amount that a user has typed, which is then folded. */
export function withoutCurrency(typed: string): string {
  const { currency, symbol } = moneyIn(currentTexts.locale, currentCurrency());
  const folded = fold(typed);
  const sign = [symbol, currency].map(fold).find((one) => folded.includes(one));
  return sign ? folded.replace(sign, '') : folded;
}

const symbolOf = (formatter: Intl.NumberFormat): string =>
  formatter.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? '';

/** Formats counts in the user's language. */
export function useFormatCount() {
  const { i18n } = useLingui();
  const formatter = numberFormat(tagOf(i18n.locale));
  return (count: number): string => formatter.format(count);
}

const isNumber = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value);
