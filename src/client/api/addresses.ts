import { entities } from '../../contract/sync-limits.ts';
import type { AnswerShape } from './answer.ts';
import type { Address } from './request.ts';

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

const answering = (check: Check): AnswerShape => ({ safeParse: (body) => ({ success: check(body) }) });
const success = (checks: Record<string, Check> = {}): AnswerShape =>
  answering(has({ code: isOneOf(['SUCCESS']), ...checks }));

const isWell = answering(has({ status: isOneOf(['ok']), version: isText }));

const isChanges = isListOf(has({ entity: isOneOf(entities), key: isText, rev: isNumber, row: isNullOr(isObject) }));
const isResults = isListOf(
  has({
    id: isText,
    status: isNumber,
    code: isText,
    errors: isMissingOr(isRecordOf(isListOf(isText))),
    details: isMissingOr(isObject),
    rows: isChanges,
  }),
);

/**
 * The few calls a service worker makes, with checks of their answers in place of the contract's schemas; a test holds
 * both to the contract.
 */
export const addresses = {
  csrfCookie: { method: 'GET', path: '/sanctum/csrf-cookie', output: success() },
  health: { method: 'GET', path: '/health', output: isWell },
  ready: { method: 'GET', path: '/ready', output: isWell },
  logout: { method: 'POST', path: '/api/auth/logout', output: success() },
  sync: {
    method: 'POST',
    path: '/api/sync',
    output: success({
      epoch: isText,
      reset: isFlag,
      results: isResults,
      changes: isChanges,
      older: isChanges,
      cursor: isText,
      before: isNullOr(isText),
      more: isFlag,
      total: isNullOr(isNumber),
      now: isText,
      elsewhere: isMissingOr(isListOf(has({ lane: isText, own: isFlag, by: isText, at: isText }))),
    }),
  },
  /** A stream: `listenToPokes` checks its content type. */
  syncEvents: { method: 'GET', path: '/api/sync/events', output: answering(() => true) },
  uploadFile: {
    method: 'POST',
    path: '/api/files',
    output: success({ file: has({ id: isText, name: isText, type: isText, size: isNumber }) }),
  },
  cancelOutcome: {
    method: 'POST',
    path: '/api/outcomes/cancel',
    output: success({
      state: isOneOf(['applied', 'refused', 'cancelled', 'unknown']),
      refusal: isMissingOr(isText),
      touched: isListOf(isText),
    }),
  },
} as const satisfies Record<string, Address>;
