import { confirmEmail, register, resendConfirmation } from '../../../contract/auth.ts';
import { call } from '../../api/call.ts';
import { isLocale } from '../../text/locales.ts';
import { sendForm } from './send-form.ts';
import type { NotAccepted } from './use-auth-form.ts';

const localeOf = (locale: string) => (isLocale(locale) ? locale : 'en');

/** Makes an inactive account; the letter comes in the person's language. Gives what was wrong, or null. */
export function registerWith(
  form: { name: string; email: string; password: string },
  locale: string,
): Promise<NotAccepted | null> {
  const input = { ...form, locale: localeOf(locale) };
  return sendForm(register.input, input, async () => void (await call(register, input)));
}

/** Has the letter sent again, at most three times an hour. */
export function resendTo(email: string, locale: string): Promise<NotAccepted | null> {
  const input = { email, locale: localeOf(locale) };
  return sendForm(resendConfirmation.input, input, async () => void (await call(resendConfirmation, input)));
}

/** Opens the account that the letter with this token was written for. */
export const confirmWith = (token: string): Promise<NotAccepted | null> =>
  sendForm(confirmEmail.input, { token }, async () => void (await call(confirmEmail, { token })));
