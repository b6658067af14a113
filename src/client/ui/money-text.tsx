import type { BoxProps } from '@chakra-ui/react/box';
import { useMoney } from '../text/money.ts';
import { Box } from './theme/styled.tsx';

interface Props extends BoxProps {
  /** In the shop's currency. */
  amount: number | null | undefined;
  /** Shows the sign of a gain or a loss, gains in green. */
  change?: boolean;
}

/** An amount in the shop's currency with two decimals and figures of equal width. */
export function MoneyText({ amount, change = false, ...rest }: Props) {
  const { format, change: signed } = useMoney();
  const colour = change && (amount ?? 0) > 0 ? { color: 'fg.success' } : {};
  return (
    <Box as="bdi" className="numbers" whiteSpace="nowrap" {...colour} {...rest}>
      {change ? signed(amount) : format(amount)}
    </Box>
  );
}
