import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { referenceOf } from '../../../contract/topup-rules.ts';
import type { TopupMethodRow } from '../../../contract/topup-settings.ts';
import { signedInPerson } from '../../api/session.ts';
import { readAmount } from '../../forms/use-money-form.ts';
import { isolated } from '../../text/isolated.ts';
import { useMoney } from '../../text/money.ts';
import { useTranslated } from '../../text/translated.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Box, chakra, Wrap } from '../../ui/theme/styled.tsx';

interface Props {
  method: TopupMethodRow;
  /** The amount as typed. */
  amount: string;
}

/** How to pay: the shop's steps, the accounts to copy, and the customer's reference, which every transfer names. */
export function PaySteps({ method, amount }: Props) {
  const { t } = useLingui();
  const { format } = useMoney();
  const translated = useTranslated();
  const reference = referenceOf(signedInPerson()?.id ?? 0);
  const typed = readAmount(amount);
  const steps = translated(method.steps)
    .replaceAll('{reference}', isolated(reference))
    .replaceAll('{amount}', typed === null ? t`the amount` : isolated(format(typed)));
  return (
    <Panel title={<Trans>Pay, then come back</Trans>}>
      <chakra.p dir="auto" whiteSpace="pre-line" overflowWrap="anywhere" textAlign="match-parent">
        {steps}
      </chakra.p>
      <chakra.dl mt="3">
        {method.accounts.map(({ label, value }, at) => (
          <Fact key={at} name={<bdi>{translated(label)}</bdi>} value={value} />
        ))}
        <Fact name={<Trans>Your reference</Trans>} value={reference} isLarge />
      </chakra.dl>
    </Panel>
  );
}

function Fact({ name, value, isLarge = false }: { name: ReactNode; value: string; isLarge?: boolean }) {
  return (
    <Wrap
      alignItems="center"
      justifyContent="space-between"
      gap="2"
      py="2"
      borderTopWidth="1px"
      borderColor="border.muted"
    >
      <Box minW="0" flex="1 1 9rem">
        <chakra.dt textStyle="xs" color="fg.muted">
          {name}
        </chakra.dt>
        <chakra.dd
          className="numbers"
          textStyle={isLarge ? 'title' : 'md'}
          fontWeight={isLarge ? 'semibold' : 'medium'}
          overflowWrap="anywhere"
        >
          <bdi dir="ltr">{value}</bdi>
        </chakra.dd>
      </Box>
      <CopyButton text={value} />
    </Wrap>
  );
}
