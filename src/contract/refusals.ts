/** Every code the server may say no with, and its HTTP status (specification, chapter 8). */
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
  GONE: 410,
  REVISION_CHANGED: 412,
  FILE_TOO_LARGE: 413,
  REQUEST_TOO_LARGE: 413,
  INVALID_FILE_TYPE: 415,
  CSRF_MISMATCH: 419,
  INVALID_FIELDS: 422,
  BALANCE_NOT_ENOUGH: 422,
  PRODUCT_NOT_VALID: 422,
  VARIANT_REQUIRED: 422,
  IDEMPOTENCY_KEY_REUSED: 422,
  WAITS_FOR_ANOTHER: 424,
  OUTDATED: 426,
  TOO_MANY_REQUESTS: 429,
  ERROR: 500,
  BUSY: 503,
} as const;

export type RefusalCode = keyof typeof refusalStatus;

/**
 * What is wrong with each field, as codes: `required`, `invalid`, `unique`, `min:8`, `max:500`, `number-min:0`,
 * `already_exists`, `at_least_one_required`, `too_common` … The first code of a field is the one that is shown.
 */
export type FieldErrors = Record<string, string[]>;

/** The body of every refusal. */
export interface RefusalBody {
  code: RefusalCode;
  /** A short English sentence for logs and for clients that know no codes. */
  message: string;
  errors?: FieldErrors;
  /** Facts the code needs: `{ price }` for PRICE_CHANGED, `{ reason }` for ACCOUNT_NOT_ACTIVE and INVALID_PIN … */
  details?: Record<string, unknown>;
  /** Set on status 500 only: finds the request in the logs. */
  request_id?: string;
}
