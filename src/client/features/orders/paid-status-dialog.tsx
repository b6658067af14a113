import { Trans, useLingui } from '@lingui/react/macro';
import { leftOf, moneyEffect } from '../../../contract/order-rules.ts';
import type { Order, OrderStatus } from '../../../contract/orders.ts';
import type { CallFailure } from '../../api/failure.ts';
import { MoneyNotices } from '../../forms/money-notices.tsx';
import { useFrozen } from '../../forms/use-money-form.ts';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { settleCallInDoubt, useCallsInDoubt } from '../../sync/use-pending-calls.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { isolated } from '../../text/isolated.ts';
import { useMoney } from '../../text/money.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { useStatuses } from '../../text/statuses.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DoubtNotices } from '../../ui/doubt-notices.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { Stack } from '../../ui/theme/styled.tsx';
import { toast } from '../../ui/toast.ts';
import { readIsPending } from './queries.ts';
import { usePaidStatus } from './use-paid-status.ts';

interface Props {
  order: Order;
  to: OrderStatus;
  onClose: () => void;
}

/** Asks before a status is set that may move money, and says what happens to the balance; needs a connection (D-8). */
export function PaidStatusDialog({ order, to, onClose }: Props) {
  const { id } = order;
  const online = useOnline();
  const status = useStatuses().order(to).label;
  const report = useDoneToast();
  const change = usePaidStatus((isAnswered) => {
    onClose();
    if (isAnswered) report(order, to);
  });
  const { phase } = change;
  // While the outcome is not known, this device may already receive the changed order.
  const sent = useFrozen(order, phase !== 'editing');
  const isUnknown = phase === 'checking' || phase === 'doubt';
  const obstacles = useObstacles(id, change.owns);
  return (
    <ConfirmDialog
      open
      onClose={phase === 'sending' ? () => undefined : onClose}
      onConfirm={() => void (phase === 'doubt' ? change.check() : change.confirm(order, to))}
      title={
        <Trans>
          Set order #{id} to “{status}”?
        </Trans>
      }
      description={<Consequence order={sent} to={to} />}
      confirmLabel={phase === 'doubt' ? <Trans>Check now</Trans> : <Trans>Set “{status}”</Trans>}
      cancelLabel={isUnknown ? <Trans>Close</Trans> : undefined}
      busy={phase === 'sending' || phase === 'checking'}
      disabled={phase === 'editing' && !(online && obstacles.isFree && order.status !== to)}
    >
      <Stack gap="3">
        <PaidStatusNotice change={change} online={online} />
        {phase === 'editing' ? <Obstacles {...obstacles} online={online} /> : null}
      </Stack>
    </ConfirmDialog>
  );
}

/** Returns the calls in doubt about an order, and whether its earlier changes are still being sent. */
function useObstacles(id: number, owns: (key: string) => boolean) {
  const doubts = useCallsInDoubt().filter(({ key, about }) => about.order_id === id && !owns(key));
  const isPending = useLiveQuery(() => readIsPending(currentDatabase(), id), [id]);
  return { doubts, isPending, isFree: isPending === false && doubts.length === 0 };
}

function Obstacles({
  doubts,
  isPending,
  online,
}: Omit<ReturnType<typeof useObstacles>, 'isFree'> & { online: boolean }) {
  return (
    <>
      <DoubtNotices doubts={doubts} onCheck={settleCallInDoubt} />
      {online && isPending ? <Trans>Earlier changes of this order are still being sent.</Trans> : null}
      <OfflineReason online={online}>
        <Trans>You are offline. A status that moves money needs a connection.</Trans>
      </OfflineReason>
    </>
  );
}

/** What the change does to the customer's balance. */
function Consequence({ order, to }: Pick<Props, 'order' | 'to'>) {
  const amount = useMoney().format(leftOf(order));
  const customer = <bdi>{order.user_name}</bdi>;
  switch (moneyEffect(order.status, to)) {
    case 'return':
      return (
        <Trans>
          {amount} goes back to the balance of {customer}.
        </Trans>
      );
    case 'charge':
      return (
        <Trans>
          {amount} is charged to the balance of {customer} again.
        </Trans>
      );
    case 'none':
      return <Trans>The balance of {customer} stays as it is: the money was given back before.</Trans>;
  }
}

function useDoneToast() {
  const { t } = useLingui();
  const { format } = useMoney();
  return (order: Order, to: OrderStatus) => {
    const { status, user_name: name } = order;
    const amount = format(leftOf(order));
    const description = {
      return: t`${amount} went back to ${{ name: isolated(name) }}.`,
      charge: t`${amount} was charged to ${{ name: isolated(name) }}.`,
      none: undefined,
    }[moneyEffect(status, to)];
    toast({ tone: 'success', title: t`Status updated`, description });
  };
}

interface PaidStatusNoticeProps {
  change: ReturnType<typeof usePaidStatus>;
  online: boolean;
}

/** What went wrong with a change of status that moves money, and its unknown outcome. */
const PaidStatusNotice = ({ change, online }: PaidStatusNoticeProps) => (
  <>
    <MoneyNotices words={words} money={change} online={online} />
    {change.problem?.kind === 'refused' ? <Refusal failure={change.problem.failure} /> : null}
  </>
);

const words = {
  checking: <Trans>We do not know yet whether the status was changed. Checking…</Trans>,
  doubt: <Trans>We do not know yet whether the status was changed.</Trans>,
  notApplied: <Trans>The status was not changed, and no money moved. You can try again.</Trans>,
};

function Refusal({ failure }: { failure: CallFailure }) {
  const { t } = useLingui();
  const sentence = useRefusalText().failure(failure);
  const statuses = useStatuses();
  const { current, by } = failure.details ?? {};
  if (failure.code === 'CONFLICT' && typeof by === 'string') {
    const label = statuses.order(String(current)).label;
    const author = <bdi>{by}</bdi>;
    return (
      <Notice tone="error">
        <Trans>
          {author} has set this order to “{label}” in the meantime. Nothing was changed.
        </Trans>
      </Notice>
    );
  }
  return (
    <Notice tone="error">
      {failure.code === 'BALANCE_NOT_ENOUGH' ? t`The customer’s balance is not enough. Nothing was changed.` : sentence}
    </Notice>
  );
}
