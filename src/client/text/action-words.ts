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

/** The name of the user with an id, where the device knows it. */
export type NameOf = (userId: number) => string | undefined;

/**
 * Names actions of the outbox in the person's language; an action of a newer app reads as a change. `nameOf` gives the
 * names of admins, without which they are shown as their ids.
 */
export function useActionWords(nameOf: NameOf = () => undefined): (action: WaitingFacts) => ActionWords {
  const { t } = useLingui();
  const person = (id: unknown) => (id === null ? t`nobody` : (nameOf(Number(id)) ?? `#${Number(id)}`));
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
    'ticket.priority': ({ from, to }) => ({
      title: t`Priority: ${statuses.priority(String(from))} → ${statuses.priority(String(to))}`,
      text: null,
    }),
    'ticket.assign': ({ from, to }) => ({ title: t`Assignee: ${person(from)} → ${person(to)}`, text: null }),
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

/** Two values of one field that contradict each other, in words. */
export interface ConflictWords {
  mine: string;
  theirs: string;
  theirsBy: string | null;
  theirsAt: string | null;
}

/** Says what the person set and what somebody else has set; null for actions that are never in conflict. */
export function useConflictWords(
  nameOf: NameOf = () => undefined,
): (action: WaitingFacts & { error?: ReasonFacts }) => ConflictWords | null {
  const { t } = useLingui();
  const statuses = useStatuses();
  const said: Record<string, (value: unknown) => string> = {
    'ticket.status': (value) => statuses.ticket(String(value)).label,
    'ticket.priority': (value) => statuses.priority(String(value)),
    'ticket.assign': (value) => (value === null ? t`nobody` : (nameOf(Number(value)) ?? `#${Number(value)}`)),
    'order.status': (value) => statuses.orderChoice(String(value)),
  };
  return ({ kind, args, error }) => {
    const say = Object.hasOwn(said, kind) ? said[kind] : undefined;
    const { current, by, at } = error?.details ?? {};
    if (!say || current === undefined) return null;
    return {
      mine: say(args.to),
      theirs: say(current),
      theirsBy: typeof by === 'string' ? by : null,
      theirsAt: typeof at === 'string' ? at : null,
    };
  };
}

/** Says why the server did not take an action: one sentence for each wrong field, or one for its code. */
export function useReasonText(): (reason: ReasonFacts) => string[] {
  const { t } = useLingui();
  const { field, refusal } = useRefusalText();
  const names: Record<string, string> = {
    subject: t`Subject`,
    content: t`Content`,
    type: t`Type`,
    order_id: t`Order`,
    priority: t`Priority`,
    assignee_id: t`Assignee`,
  };
  return ({ status, code, errors, details }) => {
    const wrong = Object.entries(errors ?? {}).flatMap(([name, codes]) =>
      codes[0] ? [field(codes[0], names[name] ?? name)] : [],
    );
    if (wrong.length > 0) return wrong;
    return [status >= 500 ? t`The server could not process this.` : refusal(code, details)];
  };
}
