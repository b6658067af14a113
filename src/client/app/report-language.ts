import { i18n } from '@lingui/core';
import { call } from '../api/call.ts';
import { sessionToken } from '../api/session.ts';
import { onConnectivity } from '../sync/connectivity.ts';
import { isLocale, rememberReportedLocale, reportedLocale } from '../text/locales.ts';

/**
 * Sends the language of this device to the server when the server knows a different one, so that e-mails are written in
 * it: now, when the language is changed, and when the connection is back. Returns a function that stops this.
 */
export function keepLanguageReported(): () => void {
  // Calls run one after another, so that the server keeps the language that was chosen last.
  let turn = Promise.resolve();
  const send = () => void (turn = turn.then(sendLanguage));
  send();
  const stops = [i18n.on('change', send), onConnectivity((online) => online && send())];
  return () => stops.forEach((stop) => stop());
}

/** A failed call is repeated at the next opportunity; no screen waits for it. */
async function sendLanguage(): Promise<void> {
  const { locale } = i18n;
  if (!sessionToken() || !isLocale(locale) || locale === reportedLocale()) return;
  try {
    // The contract's schemas are loaded only when there is a language to send.
    const { updateProfile } = await import('../../contract/auth.ts');
    await call(updateProfile, { locale });
    rememberReportedLocale(locale);
  } catch {
    return;
  }
}
