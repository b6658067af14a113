import { Trans, useLingui } from '@lingui/react/macro';
import type { Order } from '../../../contract/orders.ts';
import { currentDatabase } from '../../local/current.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useDates } from '../../text/dates.ts';
import { useStatuses } from '../../text/statuses.ts';
import { FreeText } from '../../ui/free-text.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { paletteOf } from '../../ui/status-badge.tsx';
import { Box, chakra, Wrap } from '../../ui/theme/styled.tsx';
import { HistoryEntry } from './history-entry.tsx';

/** The statuses of a customer's order with their times and what they did to the balance, oldest first (S2L-04). */
export function OrderHistory({ order }: { order: Order }) {
  const { t } = useLingui();
  const { id } = order;
  const steps = useLiveQuery(() => readOrderSteps(currentDatabase(), order), [order]) ?? stepsOf(order);
  const current = steps.findLast(({ status }) => status !== null);
  return (
    <Box mt="5">
      <chakra.h3 textStyle="xs" fontWeight="medium" color="fg.muted" mb="2">
        <Trans>History</Trans>
      </chakra.h3>
      <ol aria-label={t`History of order ${id}`}>
        {steps.map((step, index) => (
          <Step key={index} step={step} isFirst={index === 0} isCurrent={step === current} />
        ))}
      </ol>
    </Box>
  );
}

function Step({ step, isFirst, isCurrent }: { step: OrderStep; isFirst: boolean; isCurrent: boolean }) {
  const statuses = useStatuses();
  if (step.status === null) return <PartStep step={step} />;
  const { label, tone } = statuses.order(step.status);
  return (
    <HistoryEntry
      colorPalette={isFirst && !isCurrent ? 'gray' : paletteOf(tone)}
      aria-current={isCurrent ? 'step' : undefined}
    >
      <Wrap justifyContent="space-between" columnGap="4" fontWeight="medium">
        {isFirst ? <Trans>Order placed</Trans> : label}
        <StepTime at={step.at} />
      </Wrap>
      <Movement amount={step.amount} />
    </HistoryEntry>
  );
}

/** A part of the price that was returned, and why. */
const PartStep = ({ step: { at, amount, reason } }: { step: OrderStep }) => (
  <HistoryEntry colorPalette="gray">
    <Wrap justifyContent="space-between" columnGap="4" fontWeight="medium">
      <Trans>Returned in part</Trans>
      <StepTime at={at} />
    </Wrap>
    <Movement amount={amount} />
    {reason ? <FreeText textStyle="sm">{reason}</FreeText> : null}
  </HistoryEntry>
);

function StepTime({ at }: { at: string }) {
  const dates = useDates();
  return (
    <chakra.time dateTime={at} color="fg.muted" fontWeight="normal" textStyle="sm">
      {dates.full(at)}
    </chakra.time>
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

/** A status of an order and since when it has it, or a part of its price that was returned. */
interface OrderStep {
  /** null for a part. */
  status: string | null;
  at: string;
  /** What the change added to the customer's balance; negative when it was taken, null when no money moved. */
  amount: number | null;
  /** Why a part was returned. */
  reason?: string | null;
}

/** What a device knows about an order besides its row. */
interface Known {
  changes: readonly { status: string; at: string }[];
  movements: readonly { kind: string; amount: number; note: string | null; created_at: string }[];
}

/**
 * Reads the statuses of a customer's order and the parts of its price that were returned, oldest first, from this device alone: it has the order, the customer's
 * notifications and the ledger, which name no staff. Older orders may lack the steps between the first and the last,
 * because a device keeps only the newest notifications.
 */
async function readOrderSteps(db: LocalDatabase, order: Order): Promise<OrderStep[]> {
  const [notifications, movements] = await Promise.all([
    db.notifications
      .filter(({ kind, about }) => kind === 'order.status' && about.order_id === order.id)
      .sortBy('created_at'),
    db.ledger.filter((row) => row.order_id === order.id).toArray(),
  ]);
  const changes = notifications.map(({ about, created_at: at }) => ({ status: about.status ?? order.status, at }));
  return stepsOf(order, { changes, movements });
}

/** Returns the steps of an order; without what else is known only the first and the last. */
function stepsOf(order: Order, { changes, movements }: Known = { changes: [], movements: [] }): OrderStep[] {
  // Codes are delivered with the order; its row changes later, when they are opened.
  const isDelivered = order.items.some(({ codes }) => codes !== undefined);
  const placed = { status: isDelivered ? 'completed' : 'new', at: order.created_at };
  const current = { status: order.status, at: order.updated_at };
  // Only the return of a part has a note, its reason.
  const [whole, parts] = [movements.filter(({ note }) => note === null), movements.filter(({ note }) => note !== null)];
  const statuses = [placed, ...changes, current]
    .filter(({ status }, index, all) => status !== all[index - 1]?.status)
    .map((step) => ({ ...step, amount: whole.find((row) => row.created_at === step.at)?.amount ?? null }));
  const returned = parts.map(({ created_at: at, amount, note }) => ({ status: null, at, amount, reason: note }));
  return [...statuses, ...returned].toSorted((a, b) => Number(a.at > b.at) - Number(a.at < b.at));
}
