import { Trans } from '@lingui/react/macro';
import type { TopupLimits } from '../../../contract/shop.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { MoneyText } from '../../ui/money-text.tsx';
import { Notice } from '../../ui/notice.tsx';
import { chakra } from '../../ui/theme/styled.tsx';
import type { LimitUse, ReachedLimit } from './topup-limits.ts';

interface Props {
  limits: TopupLimits;
  use: LimitUse;
}

/** Says in place of the form why no further request can be sent now, and when it can. */
export function LimitNotice({ limit, ...used }: Props & { limit: ReachedLimit }) {
  const { refusal } = useRefusalText();
  return (
    <Notice tone="warning" title={refusal('LIMIT_REACHED', { limit })}>
      <LimitsUsed {...used} />
    </Notice>
  );
}

/** How much of the limits is used: "2 of 5 requests today · 1 of 3 waiting". */
export function LimitsUsed({ limits, use }: Props) {
  const { day, open } = use;
  const { day_max: dayMax, open_max: openMax, day_amount: dayAmount, balance_max: balanceMax } = limits;
  const [used, most] = [<MoneyText key="used" amount={use.dayAmount} />, <MoneyText key="most" amount={dayAmount} />];
  const highest = <MoneyText amount={balanceMax} />;
  return (
    <chakra.ul display="flex" flexWrap="wrap" columnGap="4" rowGap="1" textStyle="xs" color="fg.muted">
      <li>
        <Trans>
          {day} of {dayMax} requests today
        </Trans>
      </li>
      <li>
        <Trans>
          {open} of {openMax} waiting
        </Trans>
      </li>
      {dayAmount === null ? null : (
        <li>
          <Trans>
            {used} of {most} today
          </Trans>
        </li>
      )}
      {balanceMax === null ? null : (
        <li>
          <Trans>Balance up to {highest}</Trans>
        </li>
      )}
    </chakra.ul>
  );
}
