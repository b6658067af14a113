import { i18n, type Messages } from '@lingui/core';
import { useEffect, useState } from 'react';
import { dirOf, tagOf } from '../../text/locales.ts';

interface Texts {
  messages: Messages;
}

/** Gives this page a language and a theme without storing them; returns whether both are set. */
export function useFrameLook(locale: string, theme: string): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const root = document.documentElement;
    root.classList.toggle('dark', theme === 'dark');
    root.classList.toggle('light', theme !== 'dark');
    root.lang = locale;
    root.dir = dirOf(locale);
    const load = async () => {
      const [texts, adminTexts] = await Promise.all([
        import(`../../../../locale/${locale}.po`) as Promise<Texts>,
        import(`../../../../locale/admin/${locale}.po`) as Promise<Texts>,
        locale === 'ar' ? import('../../text/arabic.css') : null,
      ]);
      i18n.loadAndActivate({ locale, locales: tagOf(locale), messages: { ...texts.messages, ...adminTexts.messages } });
      setReady(true);
    };
    void load();
  }, [locale, theme]);
  return isReady;
}
