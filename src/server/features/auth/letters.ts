import { quotedName, type Letter, type Locale } from '../../platform/mail/letter.ts';

interface Words {
  subject: string;
  hello: (name: string) => string;
  body: string;
  button: string;
  otherwise: string;
}

const confirmation: Record<Locale, Words> = {
  en: {
    subject: 'Confirm your e-mail address',
    hello: (name) => `Hello ${name},`,
    body: 'Please confirm your e-mail address to activate your account. The link works once, within 24 hours.',
    button: 'Activate my account',
    otherwise: 'If you have not registered, you can ignore this e-mail.',
  },
  fr: {
    subject: 'Confirmez votre adresse e-mail',
    hello: (name) => `Bonjour ${name},`,
    body: 'Veuillez confirmer votre adresse e-mail pour activer votre compte. Le lien fonctionne une seule fois, pendant 24 heures.',
    button: 'Activer mon compte',
    otherwise: 'Si vous ne vous êtes pas inscrit, ignorez cet e-mail.',
  },
  ar: {
    subject: 'أكّد عنوان بريدك الإلكتروني',
    hello: (name) => `مرحبًا ${name}،`,
    body: 'يُرجى تأكيد عنوان بريدك الإلكتروني لتفعيل حسابك. الرابط صالح لمدة 24 ساعة ولمرة واحدة فقط.',
    button: 'تفعيل حسابي',
    otherwise: 'إذا لم تنشئ حسابًا لدينا، فتجاهل هذه الرسالة.',
  },
};

/** The letter with the link that activates an account. */
export function confirmationLetter(to: { name: string; email: string; locale: Locale }, link: string): Letter {
  const words = confirmation[to.locale];
  return {
    recipient: to.email,
    locale: to.locale,
    subject: words.subject,
    paragraphs: [words.hello(quotedName(to.name)), words.body, words.otherwise],
    button: { label: words.button, link },
  };
}
