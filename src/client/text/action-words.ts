import { useLingui } from '@lingui/react/macro';
import { useRefusalText } from './refusals.ts';
import { useStatuses } from './statuses.ts';

/** What waits, as far as words need it; an outbox item fits it. */
export interface WaitingFacts {
  kind: string;
  args: Record<string, unknown>;
}

/** Why something is parked; an item's error fits it. */
export interface ReasonFacts {
  status: number;
  code: string;
  errors?: Record<string, string[]> | undefined;
  details?: Record<string, unknown> | undefined;
}

/** What a waiting action does, in a few words and with the text its person wrote. */
export interface ActionWords {
  title: string;
  /** What would be lost with it. */
  text: string | null;
}

/** Names actions of the outbox in the person's language; an action of a newer app reads as a change. */
export function useActionWords(): (action: WaitingFacts) => ActionWords {
  const { t } = useLingui();
  const statuses = useStatuses();
  const status = (value: unknown) => statuses.ticket(String(value)).label;
  const orderStatus = (value: unknown) => statuses.order(String(value)).label;
  const said: Record<string, (args: Record<string, unknown>) => ActionWords> = {
    'ticket.open': ({ subject, content }) => ({ title: t`New ticket: ${String(subject)}`, text: String(content) }),
    'ticket.reply': ({ content }) => ({
      title: t({ message: 'Reply', context: 'change that waits' }),
      text: String(content),
    }),
    'ticket.status': ({ from, to }) => ({ title: t`Status: ${status(from)} → ${status(to)}`, text: null }),
    'order.status': ({ order_id, from, to }) => ({
      title: t`Order #${String(order_id)}: ${orderStatus(from)} → ${orderStatus(to)}`,
      text: null,
    }),
    'order.deliver': ({ order_id, status: to, notes }) => ({
      title: t`Delivery of order #${String(order_id)}: ${orderStatus(to)}`,
      text: typeof notes === 'string' ? notes : null,
    }),
    'product.availability': ({ is_available: yes }) => ({
      title: yes ? t`Product made available` : t`Product made unavailable`,
      text: null,
    }),
    'category.active': ({ is_active: yes }) => ({
      title: yes ? t`Category switched on` : t`Category switched off`,
      text: null,
    }),
    'notification.read': () => ({ title: t`Notifications marked as read`, text: null }),
  };
  return ({ kind, args }) => (Object.hasOwn(said, kind) ? said[kind]!(args) : { title: t`A change`, text: null });
}

/** Says why the server did not take an action: one sentence for each wrong field, or one for its code. */
export function useReasonText(): (reason: ReasonFacts) => string[] {
  const { t } = useLingui();
  const { field, refusal } = useRefusalText();
  const names: Record<string, string> = { subject: t`Subject`, content: t`Content`, type: t`Type`, order_id: t`Order` };
  return ({ status, code, errors, details }) => {
    const wrong = Object.entries(errors ?? {}).flatMap(([name, codes]) =>
      codes[0] ? [field(codes[0], names[name] ?? name)] : [],
    );
    if (wrong.length > 0) return wrong;
    return [status >= 500 ? t`The server could not process this.` : refusal(code, details)];
  };
}
