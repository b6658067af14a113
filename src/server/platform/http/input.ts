import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import type { FieldErrors } from '../../../contract/refusals.ts';
import { Uuid } from '../../../contract/fields.ts';
import type { Aliases, Endpoint, KeyRule } from '../../../contract/endpoint.ts';
import { Refusal } from '../refusal.ts';

/** What a request brought, before it is checked. */
export interface Brought {
  params: unknown;
  query: unknown;
  body: unknown;
}

/**
 * The checked input of a call. Refuses with INVALID_FIELDS and the codes of each field, with INVALID_REQUEST for a body
 * that is no object, and with NOT_FOUND when the path names something that cannot exist.
 */
export function parseInput(endpoint: Endpoint, brought: Brought): unknown {
  const { params } = brought;
  const said = endpoint.method === 'POST' ? (brought.body ?? {}) : brought.query;
  if (!isRecord(said) || !isRecord(params)) throw new Refusal('INVALID_REQUEST');
  const fields = endpoint.method === 'POST' ? said : withoutBrackets(said);
  const raw = { ...withOwnNames(fields, endpoint.aliases), ...params };
  const parsed = endpoint.input.safeParse(raw);
  if (parsed.success) return parsed.data;
  const errors = fieldErrors(parsed.error.issues, raw);
  if (Object.keys(errors).some((field) => Object.hasOwn(params, field))) throw new Refusal('NOT_FOUND');
  throw new Refusal('INVALID_FIELDS', errors);
}

/** The same fields, with a value that came under another name of a field under its own, where that one is missing. */
export function withOwnNames(fields: Record<string, unknown>, aliases: Aliases = {}): Record<string, unknown> {
  const own = { ...fields };
  for (const [alias, target] of Object.entries(aliases)) {
    const name = target.replace('[]', '');
    const value = fields[alias];
    if (value === undefined || value === null || (own[name] ?? null) !== null) continue;
    own[name] = name === target ? value : [value];
  }
  return own;
}

/** A query whose `name[]=` and `name[0]=` are values of the list `name`, after those that came without brackets. */
function withoutBrackets(query: Record<string, unknown>): Record<string, unknown> {
  const fields = new Map(Object.entries(query));
  for (const [name, value] of Object.entries(query)) {
    const list = /^(\w+)\[\d*\]$/.exec(name)?.[1];
    if (list === undefined) continue;
    fields.delete(name);
    fields.set(list, [fields.get(list) ?? [], value].flat());
  }
  return Object.fromEntries(fields);
}

/** The codes of each field, the field's path joined by dots. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[], raw: unknown): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of issues) {
    const field = issue.path.map(String).join('.');
    const known = Object.hasOwn(errors, field) ? errors[field]! : [];
    const code = codeOf(issue, raw);
    if (!known.includes(code))
      Object.defineProperty(errors, field, {
        value: [...known, code],
        enumerable: true,
        configurable: true,
        writable: true,
      });
  }
  return errors;
}

/**
 * The Idempotency-Key of a request; what moves money gets a new one when none was sent (D-13). Refuses with
 * INVALID_REQUEST what is no UUID.
 */
export function keyOf(rule: KeyRule, header: string | string[] | undefined): string | null {
  if (rule === 'none') return null;
  if (header === undefined) return rule === 'always' ? randomUUID() : null;
  const parsed = Uuid.safeParse(header);
  if (parsed.success) return parsed.data;
  throw new Refusal('INVALID_REQUEST');
}

/** The version named by `If-Match: "<rev>"`; null without one. Refuses with INVALID_REQUEST what names none of ours. */
export function revisionOf(header: string | undefined): number | null {
  if (header === undefined || header === '*') return null;
  const rev = /^(?:W\/)?"(\d{1,15})"$/.exec(header)?.[1];
  if (rev === undefined) throw new Refusal('INVALID_REQUEST');
  return Number(rev);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The contract's own codes are short and without spaces; what zod says itself becomes `required` or `invalid`. */
function codeOf(issue: z.core.$ZodIssue, raw: unknown): string {
  if (/^[a-z_-]+(:[\w.-]+)?$/.test(issue.message)) return issue.message;
  return at(raw, issue.path) === undefined ? 'required' : 'invalid';
}

function at(raw: unknown, path: readonly PropertyKey[]): unknown {
  let value = raw;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value;
}
