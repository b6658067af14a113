import { Trans, useLingui } from '@lingui/react/macro';
import type { EmailVariable } from '../../../contract/mail.ts';
import { VariableChips } from '../../ui/variables.tsx';

interface Props {
  names: readonly EmailVariable[];
  /** Puts a variable (`{name}`) into a field. */
  onInsert: (variable: string) => void;
}

/** The variables of a kind of e-mail as buttons. */
export function EmailVariables({ names, onInsert }: Props) {
  const { t } = useLingui();
  const link = '{link}';
  const words: Record<EmailVariable, string> = {
    name: t`Name of the reader`,
    number: t({ message: 'Number', context: 'e-mail' }),
    subject: t`Subject`,
    product: t`Product`,
    total: t`Total`,
    amount: t`Amount`,
    balance: t`Balance`,
    link: t`Link`,
    shop: t`Shop`,
  };
  return (
    <VariableChips names={names} words={words} onInsert={onInsert}>
      <Trans>
        A variable is replaced by its value when the e-mail is sent. A paragraph that is only{' '}
        <bdi dir="ltr">{link}</bdi> becomes a button.
      </Trans>
    </VariableChips>
  );
}
