import { Trans } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import { useFormatCount } from '../text/money.ts';
import { MoneyText } from './money-text.tsx';

interface Props extends ComponentProps<typeof MoneyText> {
  /** For how many units the price is; without it, for one. */
  per?: number | undefined;
}

/** A price in the shop's currency: `€4.50`, or `€0.90 for 1,000`. */
export function PriceText({ per = 1, ...rest }: Props) {
  const format = useFormatCount();
  const money = <MoneyText {...rest} />;
  if (per === 1) return money;
  const units = <bdi>{format(per)}</bdi>;
  return (
    <Trans>
      {money} for {units}
    </Trans>
  );
}
