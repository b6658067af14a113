import { login } from '../../../contract/auth.ts';
import { call } from '../../api/call.ts';
import { signIn } from '../../api/session.ts';
import { rememberToldLocale, storedLocale } from '../../text/locales.ts';
import { sendForm } from './send-form.ts';
import type { NotAccepted } from './use-auth-form.ts';

/** Signs in with the language of the screen and stores the session; returns the failure, or null. Loaded with the first press of the button. */
export const signInWith = (form: { email: string; password: string }): Promise<NotAccepted | null> =>
  sendForm(login.input, form, async () => {
    const locale = storedLocale();
    const { data } = await call(login, { ...form, locale });
    rememberToldLocale(locale);
    signIn(data);
  });
