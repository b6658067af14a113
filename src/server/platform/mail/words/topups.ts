import type { Locale } from '../../../../contract/locales.ts';
import type { TopupReason } from '../../../../contract/topup-rules.ts';

/** Words that fill variables of e-mails about top-up requests. */
interface TopupWords {
  /** Inside a sentence, after a colon. */
  reasons: Record<TopupReason, string>;
  /** A way to pay that customers see from now on. */
  shown: string;
  hidden: string;
}

export const topupWords: Record<Locale, TopupWords> = {
  en: {
    reasons: {
      not_received: 'the payment has not arrived',
      other_amount: 'another amount has arrived',
      unreadable: 'the slip cannot be read',
      used_before: 'this payment was credited before',
      other: 'another reason',
    },
    shown: 'Customers see it now.',
    hidden: 'Customers do not see it.',
  },
  fr: {
    reasons: {
      not_received: 'le paiement n’est pas arrivé',
      other_amount: 'un autre montant est arrivé',
      unreadable: 'le reçu est illisible',
      used_before: 'ce paiement a déjà été crédité',
      other: 'autre raison',
    },
    shown: 'Les clients le voient maintenant.',
    hidden: 'Les clients ne le voient pas.',
  },
  ar: {
    reasons: {
      not_received: 'لم يصل المبلغ المدفوع',
      other_amount: 'وصل مبلغ مختلف',
      unreadable: 'تعذّرت قراءة الإيصال',
      used_before: 'سبق أن أُضيف هذا المبلغ إلى الرصيد',
      other: 'سبب آخر',
    },
    shown: 'تظهر للعملاء الآن.',
    hidden: 'لا تظهر للعملاء.',
  },
};
