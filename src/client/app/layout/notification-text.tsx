import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { SyncedNotification } from '../../../contract/notifications.ts';
import { useStatuses } from '../../text/statuses.ts';
import { useTopupWords } from '../../text/topups.ts';
import { MoneyText } from '../../ui/money-text.tsx';

interface Props {
  row: SyncedNotification;
}

/** The text of a notification, from its kind and data; a kind of a later version has none (D-27). */
export function NotificationText({ row }: Props) {
  const Text = texts[row.kind] ?? UnknownText;
  return <Text row={row} />;
}

const UnknownText = () => <Trans>News that only a newer version of the app can show</Trans>;

function OpenedText({ row: { about } }: Props) {
  const name = <bdi>{about.by}</bdi>;
  const topic = <bdi>{about.subject}</bdi>;
  return (
    <Trans>
      New ticket from {name}: {topic}
    </Trans>
  );
}

function ReplyText({ row: { about } }: Props) {
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

function TicketText({ row: { about } }: Props) {
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

function OrderText({ row: { about } }: Props) {
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
function CorrectionText({ row: { kind, about } }: Props) {
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

/** The text of a notification about codes in stock. */
function StockText({ row: { kind, about } }: Props) {
  const topic = <bdi>{about.subject}</bdi>;
  if (kind === 'stock.back') return <Trans>Back in stock: {topic}</Trans>;
  return kind === 'stock.low' ? <Trans>Few codes of {topic} remain</Trans> : <Trans>No codes of {topic} remain</Trans>;
}

/** The text of a notification about a balance or a top-up request. */
function BalanceText({ row: { kind, about } }: Props) {
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

const texts: Partial<Record<string, (props: Props) => ReactNode>> = {
  'ticket.opened': OpenedText,
  'ticket.response': ReplyText,
  'ticket.status': TicketText,
  'order.status': OrderText,
  'order.ask': CorrectionText,
  'order.answered': CorrectionText,
  'balance.changed': BalanceText,
  'topup.opened': BalanceText,
  'topup.refused': BalanceText,
  'stock.low': StockText,
  'stock.out': StockText,
  'stock.back': StockText,
};
