import type { Goods } from './demo-product.ts';
import type { Locale } from './people-names.ts';

type Lines = Record<Locale, readonly string[]>;

/** What customers write with an order; numbers are of no real line. */
export const orderMessages: Partial<Record<Goods, Lines>> = {
  topup: {
    en: [
      'Please send it to 091 555 0{n}.',
      'Number: 0{n} 555 214, it is my mother’s phone.',
      'For 092 555 0{n}, thank you!',
      'As quick as you can please, the line is cut off.',
    ],
    fr: [
      'Pour le 06 39 98 0{n} s’il vous plaît.',
      'Numéro : 98 555 0{n}. Merci de vérifier avant l’envoi.',
      'Recharge *3 sur le 06 00 55 0{n}.',
      'C’est pour mon frère, 22 555 0{n}.',
    ],
    ar: [
      'الرقم 0555{n} 091 من فضلكم.',
      'لرقم والدتي 0555{n} 092.',
      'الرجاء الإرسال إلى 0555{n} 094 وشكراً.',
      'رقم المشترك 40{n}77، تجديد شهر.',
    ],
  },
  code: {
    en: [
      'Gift for my son, is it for French accounts?',
      'Player ID 51{n}08841.',
      'Please also send it by e-mail.',
      'Need it before 8 pm.',
    ],
    fr: [
      'C’est pour un compte français.',
      'Identifiant du joueur : 70{n}3315.',
      'Merci d’envoyer le code aussi par e-mail.',
      'Cadeau, ne pas joindre la facture.',
    ],
    ar: [
      'معرّف اللاعب 55{n}20197.',
      'الحساب مسجل في السعودية.',
      'أرسلوا الرمز على البريد أيضاً من فضلكم.',
      'هدية لابنتي، شكراً.',
    ],
  },
  data: {
    en: ['I land on Friday evening.', 'Phone: iPhone 15, eSIM works.', 'Two days in Rome, then Tunis.'],
    fr: [
      'Départ samedi matin, merci de l’envoyer avant.',
      'Téléphone compatible eSIM, j’ai vérifié.',
      'Pour un séjour de dix jours à Djerba.',
    ],
    ar: ['السفر يوم الخميس إن شاء الله.', 'هاتفي يدعم الشريحة الإلكترونية.', 'للعمرة، أسبوعان.'],
  },
  device: {
    en: ['Black please.', 'Pick-up at the counter in Tripoli.', 'For a Galaxy S23.', 'Please test it before sending.'],
    fr: ['Livraison à la boutique, avant midi.', 'Pour iPhone 14, merci.', 'Facture au nom de la société.'],
    ar: ['الاستلام من فرع بنغازي.', 'لهاتف سامسونج A54.', 'التوصيل بعد العصر من فضلكم.'],
  },
  licence: {
    en: ['For two laptops, we order the second one next week.', 'Invoice to the company please.'],
    fr: ['Merci d’indiquer notre numéro de TVA sur la facture.', 'Installation prévue lundi.'],
    ar: ['أحتاج الفاتورة باسم الشركة.', 'النظام بالعربية إن أمكن.'],
  },
};

/** Delivery notes of admins, by what was sold. */
export const deliveryNotes: Record<Goods, Lines> = {
  code: {
    en: [
      'Code sent by e-mail and in this order.',
      'Code delivered. Please redeem it within 12 months.',
      'Sent. The receipt is in your mailbox.',
    ],
    fr: [
      'Code envoyé par e-mail et dans la commande.',
      'Code livré, à utiliser dans les douze mois.',
      'Envoyé, le reçu est dans votre boîte.',
    ],
    ar: [
      'تم إرسال الرمز إلى بريدك وهو ظاهر في الطلب.',
      'تم التسليم، يُستعمل الرمز خلال 12 شهراً.',
      'أُرسل الرمز مع الإيصال.',
    ],
  },
  topup: {
    en: ['Credited to the line, the operator confirmed by text message.', 'Top-up done, reference 7{n}.'],
    fr: ['Ligne créditée, confirmation de l’opérateur reçue.', 'Recharge effectuée, référence 7{n}.'],
    ar: ['تم شحن الخط ووصل تأكيد الشركة.', 'تمت التعبئة، المرجع 7{n}.'],
  },
  data: {
    en: [
      'QR code attached to the mail. Install it on Wi-Fi before you leave.',
      'Profile ready, activation on arrival.',
    ],
    fr: ['QR code envoyé. Installez-le en Wi-Fi avant le départ.', 'Profil prêt, activation à l’arrivée.'],
    ar: ['أُرسل رمز QR، ثبّته عبر الواي فاي قبل السفر.', 'الشريحة جاهزة وتُفعَّل عند الوصول.'],
  },
  licence: {
    en: ['Key and invoice sent by e-mail.', 'Key sent; write to us if activation asks for a phone call.'],
    fr: ['Clé et facture envoyées par e-mail.', 'Clé envoyée ; écrivez-nous si l’activation échoue.'],
    ar: ['أُرسل المفتاح والفاتورة بالبريد.', 'تم إرسال المفتاح مع شرح التفعيل.'],
  },
  device: {
    en: [
      'Handed to the courier, tracking CP{n}4471.',
      'Ready at the counter, open until 8 pm.',
      'Delivered and signed for.',
    ],
    fr: ['Remis au transporteur, suivi CP{n}4471.', 'Disponible au comptoir jusqu’à 20 h.', 'Livré contre signature.'],
    ar: ['سُلّم لشركة التوصيل، رقم التتبع CP{n}4471.', 'جاهز للاستلام من الفرع حتى الثامنة مساءً.', 'تم التسليم بالتوقيع.'],
  },
  service: {
    en: ['Set up and tested; details are in the mail.', 'Active since this morning.'],
    fr: ['Service activé, les accès sont dans votre boîte.', 'Configuré et testé.'],
    ar: ['تم تفعيل الخدمة وأُرسلت البيانات بالبريد.', 'تم الإعداد والاختبار.'],
  },
};

/** Why an order ended without delivery. */
export const returnNotes: Lines = {
  en: [
    'Canceled at the customer’s request, amount returned.',
    'Code did not work, amount returned to the balance.',
    'Out of stock at the supplier, amount returned.',
  ],
  fr: [
    'Annulée à la demande du client, montant recrédité.',
    'Code refusé, montant recrédité sur le solde.',
    'Rupture chez le fournisseur, montant recrédité.',
  ],
  ar: [
    'أُلغي بطلب من الزبون وأُعيد المبلغ إلى الرصيد.',
    'لم يعمل الرمز فأُعيد المبلغ إلى الرصيد.',
    'نفد لدى المورّد وأُعيد المبلغ.',
  ],
};
