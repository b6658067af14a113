/**
 * The currencies that a shop may have (D-18), by their ISO 4217 codes. All amounts have two decimals, also those of
 * currencies that have three or none in other places.
 */
export const currencyCodes = [
  'EUR',
  'LYD',
  'DZD',
  'MAD',
  'TND',
  'EGP',
  'MRU',
  'SAR',
  'AED',
  'QAR',
  'KWD',
  'JOD',
  'TRY',
  'USD',
  'GBP',
  'CHF',
  'CAD',
  'XOF',
  'XAF',
] as const;
export type CurrencyCode = (typeof currencyCodes)[number];

/** The currency of a shop whose operator has set none, and of all shops before there was a choice. */
export const defaultCurrency = 'EUR' satisfies CurrencyCode;
