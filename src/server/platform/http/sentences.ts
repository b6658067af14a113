import type { RefusalCode } from '../../../contract/refusals.ts';
import type { Refusal } from '../base/refusal.ts';

/** The short English sentence of a refusal: that of its `details.reason` if there is one, else that of its code. */
export function sentenceOf({ code, details }: Refusal): string {
  const reasons = byReason[code];
  const reason = String(details?.reason);
  return (reasons && Object.hasOwn(reasons, reason) && reasons[reason]) || sentences[code];
}

const byReason: Partial<Record<RefusalCode, Record<string, string>>> = {
  CONFLICT: {
    balance: 'This user still has a balance: bring it to zero first.',
    orders: 'This user still has orders that are new or processing: finish them first.',
  },
  GONE: { account: 'The account of this customer was deleted, so its balance cannot change.' },
  INVALID_PIN: {
    locked: 'This PIN is locked after too many wrong tries, try again later.',
    disabled: 'This PIN is disabled after too many wrong tries, set a new one with your password.',
    pin_not_set: 'Set a PIN first.',
  },
  ACCOUNT_NOT_ACTIVE: { unconfirmed: 'This account is not active: its e-mail address is not confirmed yet.' },
};

const sentences: Record<RefusalCode, string> = {
  INVALID_REQUEST: 'The request is not valid.',
  INVALID_PIN: 'Invalid PIN.',
  UNAUTHENTICATED: 'Please sign in.',
  INVALID_CREDENTIALS: 'Invalid e-mail or password.',
  ACCOUNT_NOT_ACTIVE: 'This account is not active.',
  FORBIDDEN: 'You are not authorized to do this.',
  NOT_FOUND: 'Not found.',
  CONFLICT: 'Somebody else has changed this in the meantime.',
  IN_PROGRESS: 'The same request is being worked on.',
  CANCELLED: 'This request was cancelled before it arrived.',
  PRICE_CHANGED: 'The price has changed.',
  ALIKE: 'The payment of this top-up request may have been credited before.',
  GONE: 'This has been deleted.',
  REVISION_CHANGED: 'Somebody else has changed this in the meantime.',
  FILE_TOO_LARGE: 'The file is too large.',
  REQUEST_TOO_LARGE: 'The request is too large.',
  INVALID_FILE_TYPE: 'This type of content is not accepted.',
  CSRF_MISMATCH: 'Fetch the CSRF cookie and try again.',
  INVALID_FIELDS: 'Some fields are not valid.',
  BALANCE_NOT_ENOUGH: 'The balance is not enough.',
  PRODUCT_NOT_VALID: 'This product cannot be ordered.',
  OUT_OF_STOCK: 'This product is out of stock.',
  VARIANT_REQUIRED: 'Please select a variant.',
  LIMIT_REACHED: 'A limit for top-up requests is reached.',
  IDEMPOTENCY_KEY_REUSED: 'This Idempotency-Key was used for another request.',
  WAITS_FOR_ANOTHER: 'An earlier change of the same record was refused.',
  OUTDATED: 'Please update the app.',
  TOO_MANY_REQUESTS: 'Too many requests, try again later.',
  ERROR: 'Something went wrong.',
  BUSY: 'The server is busy, try again shortly.',
};
