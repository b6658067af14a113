import { Trans } from '@lingui/react/macro';
import type { NotificationRow } from '../../../contract/notifications.ts';
import { useStatuses } from '../../text/statuses.ts';
import { MoneyText } from '../../ui/money-text.tsx';

/** The text of a notification, from its kind and data. */
export function NotificationText({ row }: { row: NotificationRow }) {
  const statuses = useStatuses();
  const { subject, by, order_id: order, status = '', amount } = row.about;
  const name = <bdi>{by}</bdi>;
  const topic = <bdi>{subject}</bdi>;
  const money = <MoneyText amount={amount} change fontWeight="semibold" />;
  switch (row.kind) {
    case 'ticket.opened':
      return (
        <Trans>
          New ticket from {name}: {topic}
        </Trans>
      );
    case 'ticket.response':
      return by ? (
        <Trans>
          {name} replied: {topic}
        </Trans>
      ) : (
        <Trans>New reply: {topic}</Trans>
      );
    case 'ticket.status': {
      const now = statuses.ticket(status).label;
      return (
        <Trans>
          Your ticket is now “{now}”: {topic}
        </Trans>
      );
    }
    case 'order.status': {
      if (status === 'delivered')
        return subject ? (
          <Trans>
            Order #{order} was delivered: {topic}
          </Trans>
        ) : (
          <Trans>Order #{order} was delivered</Trans>
        );
      const now = statuses.order(status).label;
      return (
        <Trans>
          Order #{order} is now “{now}”
        </Trans>
      );
    }
    case 'balance.changed':
      return <Trans>Your balance changed: {money}</Trans>;
    // A kind of a later version (D-27).
    default:
      return <Trans>News that only a newer version of the app can show</Trans>;
  }
}
