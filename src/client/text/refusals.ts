import { useLingui } from '@lingui/react/macro';
import { refusalStatus, type RefusalCode } from '../../contract/refusals.ts';
import { isolated } from './isolated.ts';

/** The fields of a `CallFailure` (client/api) that its words need. */
export interface RefusalFacts {
  kind: string;
  code?: string | undefined;
  details?: Record<string, unknown> | undefined;
  /** Milliseconds. */
  retryAfter?: number | undefined;
}

/**
 * Returns sentences for errors: `failure(callFailure)` for any failed call, `refusal(code)` for a code of the server,
 * `field('max:500', t\`Message\`)` for a field's code, with the field's name (S8-03, S8-28).
 */
export function useRefusalText() {
  const refusal = useRefusalSentence();
  const field = useFieldSentence();
  const { t } = useLingui();
  const failure = (facts: RefusalFacts): string => {
    if (facts.kind === 'unreachable') return t`You are offline, or the server cannot be reached.`;
    if (facts.kind === 'busy') {
      const seconds = Math.ceil((facts.retryAfter ?? 0) / 1000);
      return seconds > 0
        ? t`Too many requests. Try again in ${seconds} s.`
        : t`The server is busy. Try again in a moment.`;
    }
    if (facts.kind === 'signedOut') return t`Your session has expired. Please log in.`;
    if (facts.kind === 'outdated') return t`Update the app to go on.`;
    return facts.kind === 'refused' && facts.code
      ? refusal(facts.code, facts.details)
      : t`Something went wrong. Please try again.`;
  };
  return { failure, refusal, field };
}

function useRefusalSentence() {
  const { t } = useLingui();
  const sentences: Partial<Record<RefusalCode, string>> = {
    INVALID_PIN: t`Invalid PIN.`,
    UNAUTHENTICATED: t`Your session has expired. Please log in.`,
    INVALID_CREDENTIALS: t`Invalid e-mail or password.`,
    ACCOUNT_NOT_ACTIVE: t`Your account is not active.`,
    FORBIDDEN: t`You are not authorized to do this.`,
    NOT_FOUND: t`This no longer exists.`,
    GONE: t`This no longer exists.`,
    CONFLICT: t`Another user changed this in the meantime.`,
    REVISION_CHANGED: t`Another user changed this in the meantime.`,
    IN_PROGRESS: t`This is still being processed. Try again in a moment.`,
    CANCELLED: t`This was canceled before it happened.`,
    PRICE_CHANGED: t`The price has changed in the meantime.`,
    FILE_TOO_LARGE: t`The file is too large. The limit is 4 MB.`,
    REQUEST_TOO_LARGE: t`This is too large to send.`,
    INVALID_FILE_TYPE: t`This file type is not allowed.`,
    INVALID_FIELDS: t`Please check the marked fields.`,
    BALANCE_NOT_ENOUGH: t`Your balance is not enough for this order.`,
    PRODUCT_NOT_VALID: t`This product cannot be ordered now.`,
    OUT_OF_STOCK: t`This product is out of stock.`,
    VARIANT_REQUIRED: t`Please select a variant to continue.`,
    WAITS_FOR_ANOTHER: t`This waits for another change to be sent first.`,
    ALIKE: t`This payment may have been credited before.`,
    LIMIT_REACHED: t`A limit of the shop is reached.`,
    OUTDATED: t`Update the app to go on.`,
    TOO_MANY_REQUESTS: t`Too many attempts. Please try again later.`,
    BUSY: t`The server is busy. Try again in a moment.`,
  };
  const withReason: Record<string, string> = {
    'ACCOUNT_NOT_ACTIVE unconfirmed': t`Your account is not active yet. Please confirm your e-mail address.`,
    'FORBIDDEN lostRole': t`Your role was changed, so you can no longer change this.`,
    'FORBIDDEN becameAdmin': t`Your role was changed, and only customers open tickets.`,
    'FORBIDDEN money': t`A status that moves money is only set with a connection.`,
    'GONE account': t`This customer’s account was deleted, so its balance cannot change.`,
    'CONFLICT approved': t`The shop has approved this in the meantime.`,
    'CONFLICT refused': t`The shop has refused this in the meantime.`,
    'LIMIT_REACHED open': t`As many requests as possible wait for the shop. You can send another one when one of them is decided.`,
    'LIMIT_REACHED day': t`You have sent as many requests as possible today. You can send another one tomorrow.`,
    'LIMIT_REACHED day_amount': t`Your requests of today have reached the shop’s limit. You can send another one tomorrow.`,
    'LIMIT_REACHED balance': t`Your balance has reached the shop’s limit.`,
    'CONFLICT balance': t`This user still has a balance. Bring it to zero first.`,
    'CONFLICT orders': t`This user still has open orders. Finish them first.`,
    'CONFLICT topups': t`This user still has top-up requests that wait. Decide them first.`,
    'CONFLICT unopened': t`This user still has codes that were not opened.`,
    'CONFLICT codes': t`The codes of this order went back into the stock, so it cannot be charged again.`,
    'CONFLICT returned': t`This order was refunded or canceled in the meantime.`,
  };
  return (code: string, details?: Record<string, unknown>): string => {
    const by = details?.by;
    if (code === 'CONFLICT' && typeof by === 'string') return t`${{ by: isolated(by) }} changed this in the meantime.`;
    const known = withReason[`${code} ${causeIn(details)}`];
    if (known) return known;
    if (!Object.hasOwn(refusalStatus, code))
      return t`This was refused, for a reason that only a newer version of the app can show. Update the app.`;
    return sentences[code as RefusalCode] ?? t`Something went wrong. Please try again.`;
  };
}

/** Returns which of several sentences of a code a refusal needs. */
const causeIn = ({ reason, limit, current }: Record<string, unknown> = {}): string =>
  String(reason ?? limit ?? current);

function useFieldSentence() {
  const { t } = useLingui();
  return (code: string, field: string): string => {
    const [name = '', ...after] = code.split(':');
    const bound = after.join(':');
    const variable = `{${bound}}`;
    const beginnings = isolated(bound);
    const sentences: Record<string, string> = {
      required: t`${field} is required.`,
      invalid: t`${field} is not valid.`,
      unique: t`${field} is already taken.`,
      already_exists: t`${field} already exists.`,
      min: t`${field} must have at least ${bound} characters.`,
      max: t`${field} can have at most ${bound} characters.`,
      merged: t`${field}: this ticket is merged into another one.`,
      'items-max': t`${field}: at most ${bound}.`,
      'number-min': t`${field} must be at least ${bound || '0'}.`,
      'number-max': t`${field} can be at most ${bound}.`,
      step: t`${field} must be a multiple of ${bound}.`,
      starts: t`${field} must begin with ${beginnings}.`,
      unknown: t`${field}: this product no longer asks for it.`,
      at_least_one_required: t`${field}: at least one is required.`,
      too_common: t`${field} is too easy to guess. Choose another one.`,
      variable: t`${field}: ${variable} is not a variable.`,
      missing: t`${field}: ${variable} is missing.`,
      fetch_failed: t`${field} could not be loaded.`,
    };
    return (Object.hasOwn(sentences, name) && sentences[name]) || t`${field}: please check this value.`;
  };
}
