import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import type { FieldErrors } from '../../../contract/refusals.ts';
import { Uuid } from '../../../contract/fields.ts';
import type { Aliases, Endpoint, KeyRule } from '../../../contract/endpoint.ts';
import { Refusal } from '../base/refusal.ts';

/** The parts of a request before validation. */
export interface RawInput {
  params: unknown;
  query: unknown;
  body: unknown;
}

/**
 * The validated input of a call. Throws INVALID_FIELDS with the codes of each field, INVALID_REQUEST for a body that is
 * not an object, and NOT_FOUND when the path names a record that cannot exist.
 */
export function parseInput(endpoint: Endpoint, rawInput: RawInput): unknown {
  const { params } = rawInput;
  const sent = endpoint.method === 'POST' ? (rawInput.body ?? {}) : rawInput.query;
  if (!isRecord(sent) || !isRecord(params)) throw new Refusal('INVALID_REQUEST');
  const fields = endpoint.method === 'POST' ? sent : withoutBrackets(sent);
  const raw = { ...withOwnNames(fields, endpoint.aliases), ...params };
  const parsed = endpoint.input.safeParse(raw);
  if (parsed.success) return parsed.data;
  const errors = fieldErrors(parsed.error.issues);
  if (Object.keys(errors).some((field) => Object.hasOwn(params, field))) throw new Refusal('NOT_FOUND');
  throw new Refusal('INVALID_FIELDS', errors);
}

/** Renames aliases to their fields, unless the field itself was sent. */
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

/** Joins `name[]=` and `name[0]=` of a query to the list `name`, after the values without brackets. */
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

/** The codes of each field, by the field's path joined with dots. The contract's messages are codes (`fields.ts`). */
export function fieldErrors(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message: code } of issues) {
    const field = path.map(String).join('.');
    const known = Object.hasOwn(errors, field) ? errors[field]! : [];
    // Defined and not assigned, because a field may be called `__proto__`.
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
 * The Idempotency-Key of a request; calls that move money get a new one when none was sent (D-13). Throws
 * INVALID_REQUEST for a header that is not a UUID.
 */
export function keyOf(rule: KeyRule, header: string | string[] | undefined): string | null {
  if (rule === 'none') return null;
  if (header === undefined) return rule === 'always' ? randomUUID() : null;
  const parsed = Uuid.safeParse(header);
  if (parsed.success) return parsed.data;
  throw new Refusal('INVALID_REQUEST');
}

/**
 * The revision in `If-Match: "<rev>"`; null without that header and for `*`. Throws INVALID_REQUEST for a value in
 * another format.
 */
export function revisionOf(header: string | undefined): number | null {
  if (header === undefined || header === '*') return null;
  const rev = /^(?:W\/)?"(\d{1,15})"$/.exec(header)?.[1];
  if (rev === undefined) throw new Refusal('INVALID_REQUEST');
  return Number(rev);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
