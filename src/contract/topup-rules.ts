/*
 * The rules of top-up requests that both sides apply: without zod, so that the first page may load them. A request says
 * that a customer has paid outside the shop; it moves no money (D-21).
 */

export const topupStatuses = ['waiting', 'approved', 'refused', 'cancelled'] as const;
export type TopupStatus = (typeof topupStatuses)[number];

/** Why an admin refuses a request. */
export const topupReasons = ['not_received', 'other_amount', 'unreadable', 'used_before', 'other'] as const;
export type TopupReason = (typeof topupReasons)[number];

/** What a method asks for as the proof of a payment: a picture of the slip, the number of the transfer, one of them, both. */
export const topupProofs = ['slip', 'number', 'either', 'both'] as const;
export type TopupProof = (typeof topupProofs)[number];

/** What two requests have in common: the same file, the same number at the same method, or amount, method and day. */
export const alikeCauses = ['file', 'number', 'amount'] as const;
export type AlikeCause = (typeof alikeCauses)[number];

/** Limits of a shop that has set none. `day_amount` and `balance_max` are amounts in the shop's currency, null for none. */
export const defaultTopupLimits = { open_max: 3, day_max: 5, day_amount: null, balance_max: null } as const;

/** The fields of a request that are missing for its method, in the order of the form. */
export function missingProofs(
  proof: TopupProof,
  { files, slipNumber }: { files: number; slipNumber: string | null },
): ('file_ids' | 'slip_number')[] {
  const lacksFile = files === 0;
  const lacksNumber = foldedSlipNumber(slipNumber) === null;
  const missing = {
    slip: { file_ids: lacksFile, slip_number: false },
    number: { file_ids: false, slip_number: lacksNumber },
    either: { file_ids: lacksFile && lacksNumber, slip_number: lacksFile && lacksNumber },
    both: { file_ids: lacksFile, slip_number: lacksNumber },
  }[proof];
  return (['slip_number', 'file_ids'] as const).filter((field) => missing[field]);
}

/** Returns the number of a transfer as it is compared: `a-12٣` is `A123`; null where nothing is left. */
export function foldedSlipNumber(slipNumber: string | null | undefined): string | null {
  const folded = (slipNumber ?? '')
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
  return folded === '' ? null : folded;
}

/** Crockford's base 32: no I, L, O and U, which are mistaken for digits or for V. */
const symbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** A prime, so that the check finds a wrong symbol (but Z for 0) and two neighbours that are exchanged. */
const checkModulus = 31;

/**
 * Returns the reference that a customer writes into every transfer, such as `C-4G2-6`: their id in Crockford's base 32,
 * and a check symbol. It stays the same for ever, and a device knows it without a connection.
 */
export function referenceOf(userId: number): string {
  let digits = '';
  for (let rest = userId; rest > 0; rest = Math.floor(rest / symbols.length)) {
    digits = symbols[rest % symbols.length]! + digits;
  }
  return `C-${digits}-${symbols[checkOf(digits)]!}`;
}

const checkOf = (digits: string): number =>
  [...digits].reduce((sum, digit, index) => sum + (digits.length - index + 1) * symbols.indexOf(digit), 0) %
  checkModulus;
