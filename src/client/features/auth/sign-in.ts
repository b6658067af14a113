import type { OutputOf } from '../../../contract/endpoint.ts';
import { login } from '../../../contract/auth.ts';
import { defaultCurrency } from '../../../contract/currencies.ts';
import { call } from '../../api/call.ts';
import { signIn } from '../../api/session.ts';
import { saveSession } from '../../local/device.ts';
import { isMemoryOnly } from '../../local/storage-mode.ts';
import { setCurrency } from '../../text/currency.ts';
import { rememberReportedLocale, storedLocale } from '../../text/locales.ts';
import { sendForm } from './send-form.ts';
import type { FormFailure } from './use-auth-form.ts';

/** Signs in, sends the language of the screen and stores the session; returns the failure, or null. */
export const signInWith = (form: { email: string; password: string }): Promise<FormFailure | null> =>
  sendForm(login.input, form, async () => {
    const locale = storedLocale();
    const { data, currency = defaultCurrency } = await call(login, { ...form, locale });
    setCurrency(currency);
    rememberReportedLocale(locale);
    await storeSession(data);
    signIn(data);
  });

/** Resolves when the session is on the disk, which local storage reaches later. Without databases the session lasts as long as the page. */
async function storeSession({ user, token }: OutputOf<typeof login>['data']): Promise<void> {
  const { id, name, email, role } = user;
  if (!isMemoryOnly()) await saveSession({ userId: id, token, person: { id, name, email, role } }).catch(() => null);
}
