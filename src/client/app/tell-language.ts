import { i18n } from '@lingui/core';
import { call } from '../api/call.ts';
import { sessionToken } from '../api/session.ts';
import { onConnectivity } from '../sync/connectivity.ts';
import { isLocale, rememberToldLocale, toldLocale } from '../text/locales.ts';

/**
 * Sends the language of this device to the server whenever the server knows a different one, so that e-mails come
 * in it: now, when the language is changed, and once a connection is back. Returns how to stop.
 */
export function keepLanguageTold(): () => void {
  // One call after the other: the language that was chosen last is the one the server keeps.
  let turn = Promise.resolve();
  const send = () => void (turn = turn.then(sendLanguage));
  send();
  const stops = [i18n.on('change', send), onConnectivity((online) => online && send())];
  return () => stops.forEach((stop) => stop());
}

/** A failed call is repeated at the next opportunity; no screen waits for it. */
async function sendLanguage(): Promise<void> {
  const { locale } = i18n;
  if (!sessionToken() || !isLocale(locale) || locale === toldLocale()) return;
  try {
    // The contract's schemas are loaded only when there is a language to send.
    const { updateProfile } = await import('../../contract/auth.ts');
    await call(updateProfile, { locale });
    rememberToldLocale(locale);
  } catch {
    return;
  }
}
