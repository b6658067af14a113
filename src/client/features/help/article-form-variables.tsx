import { Trans, useLingui } from '@lingui/react/macro';
import { filledReply, replyVariables, type ReplyVariable } from '../../../contract/canned-replies.ts';
import type { Locale } from '../../../contract/locales.ts';
import { dirOf } from '../../text/locales.ts';
import { FreeText } from '../../ui/free-text.tsx';
import { insertText } from '../../ui/insert-text.ts';
import { FilledText, VariableChips } from '../../ui/variables.tsx';

/** The variables of a canned reply as buttons. */
export function ReplyVariables() {
  const names = useVariableNames();
  return (
    <VariableChips names={replyVariables} words={names} onInsert={insertInto}>
      <Trans>A variable is replaced by its value when the reply is put into an answer.</Trans>
    </VariableChips>
  );
}

function insertInto(variable: string, chip: HTMLElement): void {
  const field = chip.closest('[role=tabpanel]')?.querySelector('textarea');
  if (field) insertText(field, variable);
}

function useVariableNames(): Record<ReplyVariable, string> {
  const { t } = useLingui();
  return {
    customer: t`Customer`,
    first_name: t`First name`,
    order: t`Order`,
    product: t`Product`,
    ticket: t`Ticket`,
    shop: t`Shop`,
    agent: t`Your name`,
  };
}

/** A canned reply as a customer could get it, with the values of an invented ticket, which are marked. */
export function ReplyPreview({ body, locale }: { body: string; locale: Locale }) {
  return (
    <FreeText display="block" lang={locale} dir={dirOf(locale)} whiteSpace="pre-wrap">
      <FilledText text={body} fill={(part) => filledReply(part, samples[locale])} />
    </FreeText>
  );
}

const common = { order: '#1042', product: 'Netflix', ticket: '#1093', shop: 'Comptoir' };

const samples: Record<Locale, Record<ReplyVariable, string>> = {
  en: { ...common, customer: 'Amina Haddad', first_name: 'Amina', agent: 'Sara' },
  fr: { ...common, customer: 'Amina Haddad', first_name: 'Amina', agent: 'Sara' },
  ar: { ...common, customer: 'أمينة حداد', first_name: 'أمينة', agent: 'سارة' },
};
