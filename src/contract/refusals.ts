/**
 * Every code of a response that is not a success, and its HTTP status. A call keeps the codes that it has: apps from
 * before D-27 take a refusal with a code that they do not know for the answer of a stranger, so that an order stays in
 * doubt. A new reason is a new `details.reason`. A new code is for new calls, and later apps read it by its status: one
 * that decides nothing yet has 408, 425, 429 or 5xx.
 */
export const refusalStatus = {
  INVALID_REQUEST: 400,
  INVALID_PIN: 400,
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  ACCOUNT_NOT_ACTIVE: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  IN_PROGRESS: 409,
  CANCELLED: 409,
  PRICE_CHANGED: 409,
  /** The payment of a top-up request may have been credited before. */
  ALIKE: 409,
  GONE: 410,
  REVISION_CHANGED: 412,
  FILE_TOO_LARGE: 413,
  REQUEST_TOO_LARGE: 413,
  INVALID_FILE_TYPE: 415,
  CSRF_MISMATCH: 419,
  INVALID_FIELDS: 422,
  BALANCE_NOT_ENOUGH: 422,
  PRODUCT_NOT_VALID: 422,
  OUT_OF_STOCK: 422,
  VARIANT_REQUIRED: 422,
  LIMIT_REACHED: 422,
  IDEMPOTENCY_KEY_REUSED: 422,
  /** An earlier change in the same lane is not decided, or did not create the record. */
  WAITS_FOR_ANOTHER: 424,
  OUTDATED: 426,
  TOO_MANY_REQUESTS: 429,
  ERROR: 500,
  BUSY: 503,
} as const;

export type RefusalCode = keyof typeof refusalStatus;

/**
 * The errors of each field, as codes: `required`, `invalid`, `unique`, `min:8` and `max:500` (length), `number-min:0`
 * (value), `already_exists`, `at_least_one_required`, `too_common` … The first code of a field is shown.
 */
export type FieldErrors = Record<string, string[]>;

/**
 * What our server writes into every refusal (`server`): with it, an app also recognizes refusals with codes of later
 * versions, which it could not distinguish from those of a captive portal or a proxy.
 */
export const refusalMark = 'comptoir';

/** The body of every refusal. */
export interface RefusalBody {
  code: RefusalCode;
  /** `refusalMark`; missing from servers of an earlier version. */
  server?: string;
  /** A short English sentence for logs and for clients that do not know the codes. */
  message: string;
  errors?: FieldErrors;
  /** Facts for the code: `{ price }` for PRICE_CHANGED, `{ reason }` for ACCOUNT_NOT_ACTIVE and INVALID_PIN … */
  details?: Record<string, unknown>;
  /** Set for status 500 only: identifies the request in the logs. */
  request_id?: string;
}
