import { textIn } from '../../../contract/article-rules.ts';
import type { Locale } from '../../../contract/locales.ts';
import type { TopupReason } from '../../../contract/topup-rules.ts';
import type { TopupMethodRow } from '../../../contract/topup-settings.ts';
import type { Translated } from '../../../contract/translated.ts';
import type { EmailValues } from './content.ts';
import { exactInSentence } from './email.ts';
import { topupWords } from './words/topups.ts';

type Account = TopupMethodRow['accounts'][number];

/** Events about top-up requests and the ways to pay. */
export type TopupNotice =
  /** `amount` in cents. */
  | {
      kind: 'topup.refused';
      topup: { id: string; number: number; amount: number; reason: TopupReason; note: string | null };
    }
  /** `hours`: how long the oldest has waited. */
  | { kind: 'topup.waiting'; count: number; hours: number }
  /** `switchedTo`: whether customers see it from now on; null where that has not changed. */
  | {
      kind: 'topup.method';
      method: {
        name: Translated;
        accounts: readonly { old: Account | null; new: Account | null }[];
        switchedTo: boolean | null;
      };
      by: string;
    };

/** Returns the values of the variables of an e-mail about top-up requests. */
export function topupValues(
  notice: TopupNotice,
  { locale, money, count }: { locale: Locale; money: (cents: number) => string; count: (value: number) => string },
): EmailValues {
  const words = topupWords[locale];
  switch (notice.kind) {
    case 'topup.refused': {
      const { number, amount, reason, note } = notice.topup;
      return {
        number: String(number),
        amount: money(amount),
        reason: words.reasons[reason],
        note: exactInSentence(note ?? ''),
      };
    }
    case 'topup.waiting':
      return { count: count(notice.count), hours: count(notice.hours) };
    case 'topup.method': {
      const { name, accounts, switchedTo } = notice.method;
      const switched = switchedTo === null ? [] : [switchedTo ? words.shown : words.hidden];
      return {
        admin: exactInSentence(notice.by),
        method: exactInSentence(textIn(name, locale)?.text ?? ''),
        changes: [...accounts.map((change) => changeIn(locale, change)), ...switched].join('\n'),
      };
    }
  }
}

/** `IBAN: LY83 1 → IBAN: LY83 2`; with the labels in all languages where the reader's does not show the difference. */
function changeIn(locale: Locale, change: { old: Account | null; new: Account | null }): string {
  const written = (labelOf: (label: Translated) => string) =>
    [change.old, change.new].map((account) =>
      account ? `${exactInSentence(labelOf(account.label))}: ${exactInSentence(account.value)}` : '–',
    );
  const inOwn = written((label) => textIn(label, locale)?.text ?? '');
  const differs = inOwn[0] !== inOwn[1];
  return (differs ? inOwn : written((label) => Object.values(label).join(', '))).join(' → ');
}

/** The path of the page that shows what the e-mail is about. */
export function topupPath(notice: TopupNotice): string {
  switch (notice.kind) {
    case 'topup.refused':
      return `/user/top-ups/${notice.topup.id}`;
    case 'topup.waiting':
      return '/admin/top-ups?status=waiting';
    case 'topup.method':
      return '/admin/settings/top-ups';
  }
}
