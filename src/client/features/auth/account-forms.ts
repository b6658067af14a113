import { confirmEmail, forgotPassword, register, resendConfirmation, resetPassword } from '../../../contract/auth.ts';
import { call } from '../../api/call.ts';
import { isLocale } from '../../text/locales.ts';
import { sendForm } from './send-form.ts';
import type { FormFailure } from './use-auth-form.ts';

const localeOf = (locale: string) => (isLocale(locale) ? locale : 'en');

/** Requests an inactive account and an e-mail in the user's language. Returns the failure, or null. */
export function registerWith(
  form: { name: string; email: string; password: string },
  locale: string,
): Promise<FormFailure | null> {
  const input = { ...form, locale: localeOf(locale) };
  return sendForm(register.input, input, async () => void (await call(register, input)));
}

/** Requests the e-mail again; the server sends it at most three times an hour. */
export function resendTo(email: string, locale: string): Promise<FormFailure | null> {
  const input = { email, locale: localeOf(locale) };
  return sendForm(resendConfirmation.input, input, async () => void (await call(resendConfirmation, input)));
}

/** Activates the account with the token of its confirmation e-mail. */
export const confirmWith = (token: string): Promise<FormFailure | null> =>
  sendForm(confirmEmail.input, { token }, async () => void (await call(confirmEmail, { token })));

/** Requests the link to a new password, with an e-mail in the user's language. Returns the failure, or null. */
export function requestLink(email: string, locale: string): Promise<FormFailure | null> {
  const input = { email, locale: localeOf(locale) };
  return sendForm(forgotPassword.input, input, async () => void (await call(forgotPassword, input)));
}

/** Sets a new password with the token of the e-mail. Returns the failure, or null. */
export const setPasswordWith = (form: { token: string; password: string }): Promise<FormFailure | null> =>
  sendForm(resetPassword.input, form, async () => void (await call(resetPassword, form)));
