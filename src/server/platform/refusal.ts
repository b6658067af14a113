import { refusalStatus, type FieldErrors, type RefusalCode } from '../../contract/refusals.ts';

type Details = Record<string, unknown>;

/**
 * The server says no. `INVALID_FIELDS` carries what is wrong with each field, every other code may carry the facts it
 * needs: `new Refusal('INVALID_FIELDS', { email: ['unique'] })`, `new Refusal('PRICE_CHANGED', { price })`.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly errors: FieldErrors | undefined;
  readonly details: Details | undefined;

  constructor(code: 'INVALID_FIELDS', errors: FieldErrors);
  constructor(code: Exclude<RefusalCode, 'INVALID_FIELDS'>, details?: Details);
  constructor(code: RefusalCode, about?: FieldErrors | Details) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
    this.errors = code === 'INVALID_FIELDS' ? (about as FieldErrors) : undefined;
    this.details = code === 'INVALID_FIELDS' ? undefined : about;
  }

  /** The HTTP status of the code. */
  get status(): number {
    return refusalStatus[this.code];
  }
}

/** Makes a refusal from its parts, as they are kept in an outcome. */
export function refusalOf(code: RefusalCode, errors: FieldErrors | undefined, details: Details | undefined): Refusal {
  return code === 'INVALID_FIELDS' ? new Refusal(code, errors ?? {}) : new Refusal(code, details);
}
