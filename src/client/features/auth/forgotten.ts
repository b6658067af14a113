import { forgotPassword, resetPassword } from '../../../contract/auth.ts';
import { call } from '../../api/call.ts';
import { isLocale } from '../../text/locales.ts';
import { sendForm } from './send-form.ts';
import type { FormFailure } from './use-auth-form.ts';

/** Requests the link to a new password, with an e-mail in the language of the screen. Returns the failure, or null. */
export function requestLink(email: string, locale: string): Promise<FormFailure | null> {
  const input = { email, locale: isLocale(locale) ? locale : ('en' as const) };
  return sendForm(forgotPassword.input, input, async () => void (await call(forgotPassword, input)));
}

/** Sets a new password with the token of the e-mail. Returns the failure, or null. */
export const setPasswordWith = (form: { token: string; password: string }): Promise<FormFailure | null> =>
  sendForm(resetPassword.input, form, async () => void (await call(resetPassword, form)));
