import { text } from '../../../contract/fields.ts';
import { contentMax } from '../../../contract/limits.ts';
import type { FieldErrors } from '../../../contract/refusals.ts';
import { OpenTicketInput } from '../../../contract/tickets.ts';
import type { NewTicket } from './use-ticket-actions.ts';

export type Checked<Value> = { value: Value } | { errors: FieldErrors };

/** Checks a new ticket with the contract's schema; returns its trimmed values, or the error codes of each field. */
export function checkTicket(typed: object): Checked<NewTicket> {
  const result = OpenTicketInput.safeParse(typed);
  if (!result.success) return { errors: errorsOf(result.error.issues) };
  const { subject, type, content, priority, order_id } = result.data;
  return { value: { subject, type, content, priority: priority ?? 'medium', order_id: order_id ?? null } };
}

/** Checks a response; its error codes are those of the field `content`. */
export function checkReply(typed: string): Checked<{ content: string }> {
  const result = text(contentMax).safeParse(typed);
  return result.success
    ? { value: { content: result.data } }
    : { errors: { content: result.error.issues.map(({ message }) => message) } };
}

function errorsOf(issues: readonly { path: PropertyKey[]; message: string }[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of issues) (errors[String(path[0])] ??= []).push(message);
  return errors;
}
