import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { currencyCodes } from '../../src/contract/currencies.ts';
import { readAmount } from '../../src/client/forms/use-money-form.ts';
import { setCurrency } from '../../src/client/text/currency.ts';
import { activateLocale } from '../../src/client/text/locales.ts';
import { useMoney } from '../../src/client/text/money.ts';
import { MoneyText } from '../../src/client/ui/money-text.tsx';
import { renderHook, renderPiece } from '../support/show-piece.tsx';

afterEach(() => {
  cleanup();
  setCurrency('EUR');
});

const amount = 1_234_567.89;

const cases = (['en', 'fr', 'ar'] as const).flatMap((locale) => currencyCodes.map((code) => [code, locale] as const));

test.each(cases)(
  'S1-14 S9-01 D-18 amounts in %s have all digits, two decimals and a symbol in %s, and no place where a line may break',
  async (code, locale) => {
    await activateLocale(locale);
    setCurrency(code);
    const { format, change, short, symbol, isLong } = await renderHook(useMoney);

    const all = [format(amount), format(-amount), format(0.5), change(amount), change(-amount), short(amount)];

    expect(format(amount).replaceAll(/\D/g, '')).toBe('123456789');
    expect(format(0.5)).toMatch(locale === 'en' ? /0\.50/ : /0,50/);
    expect(all.filter((text) => !text.includes(symbol))).toEqual([]);
    // Of the spaces, lines break at neither of these two; nor do they break at a minus sign (U+2212).
    expect(all.filter((text) => /[^\S\u00a0\u202f]/.test(text))).toEqual([]);
    expect(change(-amount)).toContain('\u2212');
    expect(isLong(amount)).toBe(true);
  },
);

test.each(['en', 'fr', 'ar'] as const)('D-18 no two currencies have the same symbol in %s', async (locale) => {
  await activateLocale(locale);
  const symbols: string[] = [];
  for (const code of currencyCodes) {
    setCurrency(code);
    symbols.push((await renderHook(useMoney)).symbol);
    cleanup();
  }

  expect(symbols.filter((one, at) => symbols.indexOf(one) !== at)).toEqual([]);
});

test.each(cases)(
  'D-18 an amount in %s is isolated from the text around it, and read as it is shown, in %s',
  async (code, locale) => {
    await activateLocale(locale);
    setCurrency(code);
    const { format } = await renderHook(useMoney);
    renderPiece(() => <MoneyText amount={amount} />);

    const shown = await screen.findByText(format(amount), { normalizer: (text) => text });
    expect(shown.tagName).toBe('BDI');
    expect(readAmount(format(12.5))).toBe(12.5);
  },
);
