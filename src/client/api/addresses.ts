import type { AnswerShape } from './answer.ts';
import type { EndpointAddress } from './request.ts';

type Body = Record<string, unknown>;
type Check = (value: unknown) => boolean;

const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number';
const isFlag: Check = (value) => typeof value === 'boolean';
const isOneOf =
  (values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
const isNullOr =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const isMissingOr =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const isRecordOf =
  (check: Check): Check =>
  (value) =>
    isObject(value) && Object.values(value).every(check);
const has =
  (checks: Record<string, Check>): Check =>
  (value) =>
    isObject(value) && Object.entries(checks).every(([name, check]) => check(value[name]));

const answerShape = (check: Check): AnswerShape => ({ safeParse: (body) => ({ success: check(body) }) });
const successWith = (checks: Record<string, Check> = {}): AnswerShape =>
  answerShape(has({ code: isOneOf(['SUCCESS']), ...checks }));

const isHealthy = answerShape(has({ status: isOneOf(['ok']), version: isText }));

/** `entity` may be a table of a later version, whose rows the pass leaves out (D-27). */
const areChanges = isListOf(has({ entity: isText, key: isText, rev: isNumber, row: isNullOr(isObject) }));
const areResults = isListOf(
  has({
    id: isText,
    status: isNumber,
    code: isText,
    errors: isMissingOr(isRecordOf(isListOf(isText))),
    details: isMissingOr(isObject),
    rows: areChanges,
  }),
);

/**
 * The calls of the service worker, with checks of their answers in place of the contract's schemas; a test compares the
 * addresses and the checks with the contract.
 */
export const addresses = {
  csrfCookie: { method: 'GET', path: '/sanctum/csrf-cookie', output: successWith() },
  health: { method: 'GET', path: '/health', output: isHealthy },
  ready: { method: 'GET', path: '/ready', output: isHealthy },
  logout: { method: 'POST', path: '/api/auth/logout', output: successWith() },
  sync: {
    method: 'POST',
    path: '/api/sync',
    output: successWith({
      epoch: isText,
      reset: isFlag,
      results: areResults,
      changes: areChanges,
      older: areChanges,
      cursor: isText,
      before: isNullOr(isText),
      more: isFlag,
      total: isNullOr(isNumber),
      now: isText,
      elsewhere: isMissingOr(isListOf(has({ lane: isText, own: isFlag, by: isText, at: isText }))),
      currency: isMissingOr(isText),
      articles: isMissingOr(isText),
    }),
  },
  /** A stream: `listenToEvents` checks its content type. */
  syncEvents: { method: 'GET', path: '/api/sync/events', output: answerShape(() => true) },
  uploadFile: {
    method: 'POST',
    path: '/api/files',
    output: successWith({ file: has({ id: isText, name: isText, type: isText, size: isNumber }) }),
  },
  cancelOutcome: {
    method: 'POST',
    path: '/api/outcomes/cancel',
    output: successWith({
      state: isOneOf(['applied', 'refused', 'cancelled', 'unknown']),
      refusal: isMissingOr(isText),
      touched: isListOf(isText),
    }),
  },
} as const satisfies Record<string, EndpointAddress>;
