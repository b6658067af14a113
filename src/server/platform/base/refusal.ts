import { refusalStatus, type FieldErrors, type RefusalCode } from '../../../contract/refusals.ts';

type Details = Record<string, unknown>;

/**
 * A request that the server refuses. `INVALID_FIELDS` carries the errors of each field, every other code may carry
 * details: `new Refusal('INVALID_FIELDS', { email: ['unique'] })`, `new Refusal('PRICE_CHANGED', { price })`.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly errors: FieldErrors | undefined;
  readonly details: Details | undefined;

  constructor(code: 'INVALID_FIELDS', errors: FieldErrors);
  constructor(code: Exclude<RefusalCode, 'INVALID_FIELDS'>, details?: Details);
  constructor(code: RefusalCode, parts?: FieldErrors | Details) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
    this.errors = code === 'INVALID_FIELDS' ? (parts as FieldErrors) : undefined;
    this.details = code === 'INVALID_FIELDS' ? undefined : parts;
  }

  /** The HTTP status of the code. */
  get status(): number {
    return refusalStatus[this.code];
  }
}

/** Creates a refusal from its stored parts. */
export function refusalOf(code: RefusalCode, errors: FieldErrors | undefined, details: Details | undefined): Refusal {
  return code === 'INVALID_FIELDS' ? new Refusal(code, errors ?? {}) : new Refusal(code, details);
}
