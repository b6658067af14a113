import type * as z from 'zod/mini';
import { asFailure } from '../../api/failure.ts';
import type { NotAccepted } from './use-auth-form.ts';

/** Checks a form against the call's own schema, then sends it; gives what was wrong, or null. */
export async function sendForm(
  schema: z.ZodMiniType,
  form: unknown,
  send: () => Promise<void>,
): Promise<NotAccepted | null> {
  const parsed = schema.safeParse(form);
  if (!parsed.success) return { kind: 'refused', code: 'INVALID_FIELDS', errors: codesOf(parsed.error.issues) };
  try {
    await send();
    return null;
  } catch (thrown) {
    return asFailure(thrown);
  }
}

/** The schema's messages are the codes; each stands under the first part of its path. */
function codesOf(issues: readonly { path: PropertyKey[]; message: string }[]): Record<string, string[]> {
  const codes: Record<string, string[]> = {};
  for (const { path, message } of issues) (codes[String(path[0])] ??= []).push(message);
  return codes;
}
