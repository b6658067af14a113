import { useLingui } from '@lingui/react/macro';
import type { OrderField } from '../../contract/order-fields.ts';
import { useAnswerKinds } from './answer-kinds.ts';
import { isolated } from './isolated.ts';
import { useFormatCount } from './money.ts';
import { useTranslated } from './translated.ts';

/**
 * Returns the lines of what a product asks for and of what an order says, in the audit log; null for other fields. Keys
 * and answers are an admin's and a customer's words, which are not translated.
 */
export function useSoldLines(): (field: string, value: unknown) => string[] | null {
  const { t } = useLingui();
  const kinds = useAnswerKinds();
  const translated = useTranslated();
  const formatCount = useFormatCount();
  const fieldLine = (asked: OrderField): string => {
    const { key, kind, label, required, min, max, starts, choices, save_as: keptAs } = asked;
    const [least, most] = [formatCount(min ?? 0), formatCount(max ?? 0)];
    const parts = [
      key,
      kinds[kind],
      required ? t({ message: 'required', context: 'field of a product' }) : null,
      min === null ? null : t`at least ${least} characters`,
      max === null ? null : t`at most ${most} characters`,
      starts.join(', '),
      choices.map(({ value }) => value).join(', '),
      keptAs,
    ];
    const words = parts.filter((part) => part !== null && part !== '').map((part) => isolated(part!));
    return `${isolated(translated(label))}: ${words.join(' · ')}`;
  };
  return (field, value) => {
    if (field === 'order_fields' && Array.isArray(value)) return (value as OrderField[]).map(fieldLine);
    if (field === 'keys' && Array.isArray(value)) return [value.map((key) => isolated(String(key))).join(' · ')];
    if (field !== 'answers' || typeof value !== 'object' || value === null) return null;
    return Object.entries(value).map(([key, answer]) => `${isolated(key)}: ${isolated(String(answer))}`);
  };
}
