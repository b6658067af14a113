import type { Locale } from '../../../contract/locales.ts';
import { safeInSentence, type Email } from '../../platform/mail/email.ts';

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

const passwordReset: Record<Locale, Words> = {
  en: {
    subject: 'Choose a new password',
    hello: (name) => `Hello ${name},`,
    body: 'somebody asked for a new password for your account. The link works once, within 24 hours. All devices will be signed out.',
    button: 'Choose a password',
    otherwise: 'If it was not you, ignore this e-mail: your password stays as it is.',
  },
  fr: {
    subject: 'Choisissez un nouveau mot de passe',
    hello: (name) => `Bonjour ${name},`,
    body: 'un nouveau mot de passe a été demandé pour votre compte. Le lien fonctionne une seule fois, pendant 24 heures. Tous vos appareils seront déconnectés.',
    button: 'Choisir un mot de passe',
    otherwise: 'Si ce n’était pas vous, ignorez cet e-mail : votre mot de passe reste inchangé.',
  },
  ar: {
    subject: 'اختر كلمة مرور جديدة',
    hello: (name) => `مرحبًا ${name}،`,
    body: 'طُلبت كلمة مرور جديدة لحسابك. يعمل الرابط مرة واحدة خلال 24 ساعة، وسيُسجَّل الخروج من جميع أجهزتك.',
    button: 'اختيار كلمة مرور',
    otherwise: 'إذا لم تطلب ذلك فتجاهل هذه الرسالة، وستبقى كلمة مرورك كما هي.',
  },
};

const emailChange: Record<Locale, Words> = {
  en: {
    subject: 'Confirm your new e-mail address',
    hello: (name) => `Hello ${name},`,
    body: 'Please confirm that your account gets this e-mail address. The link works once, within 24 hours. Until then nothing changes.',
    button: 'Use this address',
    otherwise: 'If you have not asked for this, you can ignore this e-mail.',
  },
  fr: {
    subject: 'Confirmez votre nouvelle adresse e-mail',
    hello: (name) => `Bonjour ${name},`,
    body: 'Veuillez confirmer que votre compte prend cette adresse e-mail. Le lien fonctionne une seule fois, pendant 24 heures. D’ici là, rien ne change.',
    button: 'Utiliser cette adresse',
    otherwise: 'Si vous n’avez rien demandé, ignorez cet e-mail.',
  },
  ar: {
    subject: 'أكّد عنوان بريدك الإلكتروني الجديد',
    hello: (name) => `مرحبًا ${name}،`,
    body: 'يُرجى تأكيد استخدام هذا العنوان لحسابك. الرابط صالح لمدة 24 ساعة ولمرة واحدة فقط، ولن يتغير شيء قبل ذلك.',
    button: 'استخدام هذا العنوان',
    otherwise: 'إذا لم تطلب ذلك فتجاهل هذه الرسالة.',
  },
};

/** Sent after several registrations of one address: only its owner knows which registration was theirs (D-19). */
const registerAgain: Record<Locale, Omit<Words, 'hello'>> = {
  en: {
    subject: 'Please register again',
    body: 'You asked for a new confirmation link. This address has been registered more than once, or too long ago, so we cannot tell which registration is yours. Please register again and use the link in the e-mail that follows.',
    button: 'Register',
    otherwise:
      'Links we have already sent keep working for 24 hours. If you have not registered, you can ignore this e-mail.',
  },
  fr: {
    subject: 'Veuillez vous inscrire à nouveau',
    body: 'Vous avez demandé un nouveau lien de confirmation. Cette adresse a été inscrite plusieurs fois, ou il y a trop longtemps : nous ne pouvons pas savoir quelle inscription est la vôtre. Veuillez vous inscrire à nouveau et utiliser le lien de l’e-mail que vous recevrez.',
    button: 'S’inscrire',
    otherwise:
      'Les liens déjà envoyés restent valables 24 heures. Si vous ne vous êtes pas inscrit, ignorez cet e-mail.',
  },
  ar: {
    subject: 'يُرجى التسجيل من جديد',
    body: 'طلبتَ رابط تأكيد جديدًا. سُجِّل هذا العنوان أكثر من مرة أو قبل مدة طويلة، فلا يمكننا معرفة أيّ تسجيل هو تسجيلك. يُرجى التسجيل من جديد ثم استخدام الرابط الذي سيصلك في الرسالة التالية.',
    button: 'التسجيل',
    otherwise: 'الروابط التي أرسلناها من قبل تبقى صالحة لمدة 24 ساعة. إذا لم تسجّل لدينا فتجاهل هذه الرسالة.',
  },
};

type Addressee = { name: string; email: string; locale: Locale };

/** The e-mail with the link that activates an account. */
export const confirmationEmail = (to: Addressee, link: string): Email => compose(confirmation[to.locale], to, link);

/** The e-mail with the link to choose a new password. */
export const passwordResetEmail = (to: Addressee, link: string): Email => compose(passwordReset[to.locale], to, link);

/** The e-mail with the link that gives an account this address. */
export const emailChangeEmail = (to: Addressee, link: string): Email => compose(emailChange[to.locale], to, link);

/** The e-mail that asks to register again: a new link could confirm a stranger's registration. */
export function registerAgainEmail({ email, locale }: Omit<Addressee, 'name'>, link: string): Email {
  const { subject, body, button, otherwise } = registerAgain[locale];
  return { recipient: email, locale, subject, paragraphs: [body, otherwise], button: { label: button, link } };
}

function compose(words: Words, to: Addressee, link: string): Email {
  return {
    recipient: to.email,
    locale: to.locale,
    subject: words.subject,
    paragraphs: [words.hello(safeInSentence(to.name)), words.body, words.otherwise],
    button: { label: words.button, link },
  };
}
