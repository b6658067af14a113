import { login } from '../../../contract/auth.ts';
import { call } from '../../api/call.ts';
import { signIn } from '../../api/session.ts';
import { sendForm } from './send-form.ts';
import type { NotAccepted } from './use-auth-form.ts';

/** Signs in and keeps the session; gives what was wrong, or null. Loaded with the first press of the button. */
export const signInWith = (form: { email: string; password: string }): Promise<NotAccepted | null> =>
  sendForm(login.input, form, async () => {
    const { data } = await call(login, form);
    signIn(data);
  });
