import { Trans } from '@lingui/react/macro';
import type { SyncedNotification } from '../../../contract/notifications.ts';
import { useStatuses } from '../../text/statuses.ts';
import { useTopupWords } from '../../text/topups.ts';
import { MoneyText } from '../../ui/money-text.tsx';

/** The text of a notification, from its kind and data. */
export function NotificationText({ row }: { row: SyncedNotification }) {
  const { subject, by } = row.about;
  const name = <bdi>{by}</bdi>;
  const topic = <bdi>{subject}</bdi>;
  switch (row.kind) {
    case 'ticket.opened':
      return (
        <Trans>
          New ticket from {name}: {topic}
        </Trans>
      );
    case 'ticket.response':
      return <ReplyText row={row} />;
    case 'ticket.status':
      return <TicketText row={row} />;
    case 'order.status':
      return <OrderText row={row} />;
    case 'order.ask':
    case 'order.answered':
      return <CorrectionText row={row} />;
    case 'balance.changed':
    case 'topup.opened':
    case 'topup.refused':
      return <BalanceText row={row} />;
    // A kind of a later version (D-27).
    default:
      return <Trans>News that only a newer version of the app can show</Trans>;
  }
}

function ReplyText({ row: { about } }: { row: SyncedNotification }) {
  const { subject, by } = about;
  const name = <bdi>{by}</bdi>;
  const topic = <bdi>{subject}</bdi>;
  return by ? (
    <Trans>
      {name} replied: {topic}
    </Trans>
  ) : (
    <Trans>New reply: {topic}</Trans>
  );
}

function TicketText({ row: { about } }: { row: SyncedNotification }) {
  const statuses = useStatuses();
  const { subject, status = '' } = about;
  const topic = <bdi>{subject}</bdi>;
  const now = statuses.ticket(status).label;
  return (
    <Trans>
      Your ticket is now “{now}”: {topic}
    </Trans>
  );
}

function OrderText({ row: { about } }: { row: SyncedNotification }) {
  const statuses = useStatuses();
  const { subject, order_id: order, status = '' } = about;
  if (status !== 'delivered') {
    const now = statuses.order(status).label;
    return (
      <Trans>
        Order #{order} is now “{now}”
      </Trans>
    );
  }
  const topic = <bdi>{subject}</bdi>;
  return subject ? (
    <Trans>
      Order #{order} was delivered: {topic}
    </Trans>
  ) : (
    <Trans>Order #{order} was delivered</Trans>
  );
}

/** The text of a notification about the correction of an order. */
function CorrectionText({ row: { kind, about } }: { row: SyncedNotification }) {
  const { subject, order_id: order, by } = about;
  const topic = <bdi>{subject}</bdi>;
  if (kind === 'order.ask')
    return (
      <Trans>
        Please correct order #{order}: {topic}
      </Trans>
    );
  const name = <bdi>{by}</bdi>;
  return (
    <Trans>
      {name} has corrected order #{order}: {topic}
    </Trans>
  );
}

/** The text of a notification about a balance or a top-up request. */
function BalanceText({ row: { kind, about } }: { row: SyncedNotification }) {
  const topups = useTopupWords();
  const { by, amount, topup_number: topup, reason = 'other' } = about;
  const money = <MoneyText amount={amount} change={kind !== 'topup.opened'} fontWeight="semibold" />;
  if (kind === 'topup.opened') {
    const name = <bdi>{by}</bdi>;
    return (
      <Trans>
        Top-up request from {name}: {money}
      </Trans>
    );
  }
  if (kind === 'topup.refused') {
    const why = topups.reason(reason);
    return (
      <Trans>
        Top-up #{topup} was refused: {why}
      </Trans>
    );
  }
  if (topup === undefined) return <Trans>Your balance changed: {money}</Trans>;
  return (
    <Trans>
      Top-up #{topup} was approved: {money}
    </Trans>
  );
}
