import { Trans } from '@lingui/react/macro';
import { useFormatCount } from '../../text/money.ts';
import { MoneyText } from '../../ui/money-text.tsx';
import { PriceText } from '../../ui/price-text.tsx';
import { chakra } from '../../ui/theme/styled.tsx';

interface Props {
  /** The price of `per` units, in the shop's currency. */
  price: number;
  per: number;
  quantity: number;
  /** Of all units; without it, only how many units at which price. */
  total?: number;
}

/** How a total is calculated: "12 × €4.50 = €54.00", or "€0.90 for 1,000 · 2,500 = €2.25". */
export function TotalLine({ price, per, quantity, total }: Props) {
  const format = useFormatCount();
  const units = <bdi>{format(quantity)}</bdi>;
  const sum = total === undefined ? null : <MoneyText amount={total} fontWeight="semibold" color="fg" />;
  if (per === 1)
    return (
      <chakra.bdi dir="ltr" className="numbers">
        {units} × <MoneyText amount={price} />
        {sum ? <> = {sum}</> : null}
      </chakra.bdi>
    );
  const unitPrice = <PriceText amount={price} per={per} />;
  return sum ? (
    <Trans>
      {unitPrice} · {units} = {sum}
    </Trans>
  ) : (
    <Trans>
      {units} · {unitPrice}
    </Trans>
  );
}
