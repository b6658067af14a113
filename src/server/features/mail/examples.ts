import type { Locale } from '../../../contract/locales.ts';
import type { EmailExamples } from '../../../contract/mail.ts';
import { moneyIn } from '../../platform/mail/notices.ts';

interface Facts {
  shop: string;
  currency: string;
  link: string;
}

const invented: Record<Locale, { name: string; subject: string; product: string }> = {
  en: { name: 'Amina Haddad', subject: 'My card does not work', product: 'Netflix' },
  fr: { name: 'Amina Haddad', subject: 'Ma carte ne fonctionne pas', product: 'Netflix' },
  ar: { name: 'أمينة حداد', subject: 'بطاقتي لا تعمل', product: 'Netflix' },
};

/** Returns a value for each variable of e-mails in each language, with which a text is previewed. */
export const examplesOf = (facts: Facts): Record<Locale, EmailExamples> => ({
  en: examplesIn('en', facts),
  fr: examplesIn('fr', facts),
  ar: examplesIn('ar', facts),
});

function examplesIn(locale: Locale, { shop, currency, link }: Facts): EmailExamples {
  const money = moneyIn(currency, locale);
  const amounts = { total: money(1_500), amount: money(1_000), balance: money(4_250) };
  return { ...invented[locale], ...amounts, number: '1042', link, shop };
}
