import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useMoney } from '../../text/money.ts';
import { TextField } from '../../ui/fields.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { useMargin } from './product-status.ts';
import { plainAmount } from './typed-values.ts';
import { chakra } from '../../ui/theme/styled.tsx';

interface Props {
  label: string;
  value: string;
  error: string | undefined;
  required?: boolean;
  hint?: ReactNode;
  onChange: (text: string) => void;
}

/** An amount in the shop's currency as text: `12.5` or `12,5`. */
export function AmountField({ label, ...rest }: Props) {
  const { t } = useLingui();
  const { symbol } = useMoney();
  return (
    <TextField
      label={t`${label} (${symbol})`}
      inputMode="decimal"
      autoComplete="off"
      dir="ltr"
      className="numbers"
      {...rest}
    />
  );
}

/** What is left of a price after the cost: "€3.00 (30%)"; red when it is a loss. */
export function MarginText({ price, cost }: { price: number; cost: number }) {
  const { amount, percent } = useMargin()(price, cost);
  const money = <MoneyText amount={amount} />;
  return (
    // Not a bdi: without a strong character it is from left to right, also in Arabic.
    <chakra.span
      className="numbers"
      unicodeBidi="isolate"
      whiteSpace="nowrap"
      color={amount < 0 ? 'fg.error' : undefined}
    >
      {percent === null ? (
        money
      ) : (
        <Trans>
          {money} ({percent})
        </Trans>
      )}
    </chakra.span>
  );
}

/** The margin of the amounts as they are typed; nothing until both are amounts. */
export function TypedMargin({ price, cost }: { price: string; cost: string }) {
  const [priceNumber, costNumber] = [Number(plainAmount(price)), Number(plainAmount(cost))];
  if (!(priceNumber > 0) || Number.isNaN(costNumber)) return null;
  return (
    <Trans>
      Margin: <MarginText price={priceNumber} cost={costNumber} />
    </Trans>
  );
}
