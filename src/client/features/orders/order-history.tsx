import { Trans, useLingui } from '@lingui/react/macro';
import type { Order } from '../../../contract/orders.ts';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useDates } from '../../text/dates.ts';
import { useStatuses } from '../../text/statuses.ts';
import { MoneyText } from '../../ui/money-text.tsx';
import { paletteOf } from '../../ui/status-badge.tsx';
import { HistoryEntry } from './history-entry.tsx';
import { readOrderSteps, stepsOf, type OrderStep } from './order-steps.ts';
import { Box, chakra } from '../../ui/theme/styled.tsx';

/** The statuses of a customer's order with their times and what they did to the balance, oldest first (S2L-04). */
export function OrderHistory({ order }: { order: Order }) {
  const { t } = useLingui();
  const { id } = order;
  const steps = useLiveQuery(() => readOrderSteps(currentDatabase(), order), [order]) ?? stepsOf(order);
  return (
    <Box mt="5">
      <chakra.h3 textStyle="xs" fontWeight="medium" color="fg.muted" mb="2">
        <Trans>History</Trans>
      </chakra.h3>
      <ol aria-label={t`History of order ${id}`}>
        {steps.map((step, index) => (
          <Step key={index} step={step} isFirst={index === 0} isCurrent={index === steps.length - 1} />
        ))}
      </ol>
    </Box>
  );
}

function Step({ step, isFirst, isCurrent }: { step: OrderStep; isFirst: boolean; isCurrent: boolean }) {
  const statuses = useStatuses();
  const dates = useDates();
  const { label, tone } = statuses.order(step.status);
  return (
    <HistoryEntry
      colorPalette={isFirst && !isCurrent ? 'gray' : paletteOf(tone)}
      aria-current={isCurrent ? 'step' : undefined}
    >
      <Box display="flex" flexWrap="wrap" justifyContent="space-between" columnGap="4" fontWeight="medium">
        {isFirst ? <Trans>Order placed</Trans> : label}
        <chakra.time dateTime={step.at} color="fg.muted" fontWeight="normal" textStyle="sm">
          {dates.full(step.at)}
        </chakra.time>
      </Box>
      <Movement amount={step.amount} />
    </HistoryEntry>
  );
}

/** What a step did to the customer's balance, in words. */
function Movement({ amount }: { amount: number | null }) {
  if (amount === null) return null;
  const money = <MoneyText amount={Math.abs(amount)} />;
  return (
    <Box textStyle="sm" color="fg.muted">
      {amount > 0 ? <Trans>{money} returned to your balance</Trans> : <Trans>{money} taken from your balance</Trans>}
    </Box>
  );
}
