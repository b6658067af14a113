import type { OutputOf } from '../../../contract/endpoint.ts';
import { login } from '../../../contract/auth.ts';
import { call } from '../../api/call.ts';
import { signIn } from '../../api/session.ts';
import { saveSession } from '../../local/device.ts';
import { keepsNothing } from '../../local/storage-mode.ts';
import { rememberToldLocale, storedLocale } from '../../text/locales.ts';
import { sendForm } from './send-form.ts';
import type { NotAccepted } from './use-auth-form.ts';

/** Signs in with the language of the screen and stores the session; returns the failure, or null. Loaded with the first press of the button. */
export const signInWith = (form: { email: string; password: string }): Promise<NotAccepted | null> =>
  sendForm(login.input, form, async () => {
    const locale = storedLocale();
    const { data } = await call(login, { ...form, locale });
    rememberToldLocale(locale);
    await store(data);
    signIn(data);
  });

/** Local storage reaches the disk some time later, the device's database before this resolves; where there is none, the session lasts as long as the page. */
async function store({ user, token }: OutputOf<typeof login>['data']): Promise<void> {
  const { id, name, email, role } = user;
  if (!keepsNothing()) await saveSession({ userId: id, token, person: { id, name, email, role } }).catch(() => null);
}
