import { useLingui } from '@lingui/react/macro';
import type { AnswerKind } from '../../contract/answer-rules.ts';

/** The kinds of an answer in the user's language. */
export function useAnswerKinds(): Record<AnswerKind, string> {
  const { t } = useLingui();
  return {
    text: t`Text`,
    digits: t`Digits`,
    phone: t`Phone number`,
    email: t`E-mail address`,
    link: t`Link`,
    choice: t`Choice`,
    note: t`Longer text`,
  };
}
