import type * as z from 'zod/mini';
import { asFailure } from '../../api/failure.ts';
import type { FormFailure } from './use-auth-form.ts';

/** Checks a form with the schema of its call, then sends it; returns the failure, or null. */
export async function sendForm(
  schema: z.ZodMiniType,
  form: unknown,
  send: () => Promise<void>,
): Promise<FormFailure | null> {
  const parsed = schema.safeParse(form);
  if (!parsed.success) return { kind: 'refused', code: 'INVALID_FIELDS', errors: codesOf(parsed.error.issues) };
  try {
    await send();
    return null;
  } catch (thrown) {
    return asFailure(thrown);
  }
}

/** Returns the codes of each field. The schema's messages are codes; the first part of a path is the field. */
function codesOf(issues: readonly { path: PropertyKey[]; message: string }[]): Record<string, string[]> {
  const codes: Record<string, string[]> = {};
  for (const { path, message } of issues) (codes[String(path[0])] ??= []).push(message);
  return codes;
}
