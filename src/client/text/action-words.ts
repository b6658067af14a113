import { useLingui } from '@lingui/react/macro';
import type { MutationKind } from '../../contract/mutations.ts';
import { useDates } from './dates.ts';
import { isolated } from './isolated.ts';
import { useRefusalText } from './refusals.ts';
import { useStatuses } from './statuses.ts';

/** The fields of an outbox item that its words need. */
export interface ActionFacts {
  kind: string;
  args: Record<string, unknown>;
}

/** The reason why an item is parked: the fields of its error that words need. */
export interface ReasonFacts {
  status: number;
  code: string;
  errors?: Record<string, string[]> | undefined;
  details?: Record<string, unknown> | undefined;
}

/** A pending action in a few words, with the user's text. */
export interface ActionWords {
  title: string;
  /** The user's text, which would be lost with the action. */
  text: string | null;
}

/** Returns the name of the user with an id, or undefined when the device does not know it. */
export type NameOf = (userId: number) => string | undefined;

/**
 * Describes actions of the outbox in the user's language; a kind that this build does not know is "A change". `nameOf`
 * returns the names of admins; without a name the id is shown.
 */
export function useActionWords(nameOf: NameOf = () => undefined): (action: ActionFacts) => ActionWords {
  const { t } = useLingui();
  const nameOrId = (id: unknown) => (id === null ? t`nobody` : isolated(nameOf(Number(id)) ?? `#${Number(id)}`));
  const dates = useDates();
  const statuses = useStatuses();
  const status = (value: unknown) => statuses.ticket(String(value)).label;
  const orderStatus = (value: unknown) => statuses.order(String(value)).label;
  const wordsByKind: Record<MutationKind, (args: Record<string, unknown>) => ActionWords> = {
    'ticket.open': ({ subject, content }) => ({
      title: t`New ticket: ${isolated(String(subject))}`,
      text: String(content),
    }),
    'ticket.reply': ({ content }) => ({
      title: t({ message: 'Reply', context: 'change that waits' }),
      text: String(content),
    }),
    'ticket.note': ({ content }) => ({ title: t`Internal note`, text: String(content) }),
    'ticket.status': ({ from, to }) => ({ title: t`Status: ${status(from)} → ${status(to)}`, text: null }),
    'ticket.priority': ({ from, to }) => ({
      title: t`Priority: ${statuses.priority(String(from))} → ${statuses.priority(String(to))}`,
      text: null,
    }),
    'ticket.assign': ({ from, to }) => ({ title: t`Assignee: ${nameOrId(from)} → ${nameOrId(to)}`, text: null }),
    'ticket.tags': ({ add, remove }) => ({
      title: t`Tags: ${signed(add, '+')} ${signed(remove, '−')}`.trimEnd(),
      text: null,
    }),
    'ticket.snooze': ({ to }) => ({
      title: to === null ? t`Snooze ended` : t`Snoozed until ${dates.full(to as string)}`,
      text: null,
    }),
    'ticket.merge': () => ({ title: t`Merged into another ticket`, text: null }),
    'ticket.unmerge': () => ({ title: t`Merge undone`, text: null }),
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
    'category.move': () => ({ title: t`Category moved`, text: null }),
    'article.vote': ({ is_helpful: yes }) => ({
      title: yes ? t`The article helped` : t`The article did not help`,
      text: null,
    }),
    'notification.read': () => ({ title: t`Notifications marked as read`, text: null }),
  };
  return ({ kind, args }) => (isIn(wordsByKind, kind) ? wordsByKind[kind](args) : { title: t`A change`, text: null });
}

const signed = (tags: unknown, sign: string): string =>
  (tags as readonly string[]).map((tag) => `${sign}${isolated(tag)}`).join(' ');

/** Whether `words` has this kind: outboxes may contain kinds of a newer app. */
export const isIn = <Kind extends string>(words: Record<Kind, unknown>, kind: string): kind is Kind =>
  Object.hasOwn(words, kind);

/** Explains why the server refused an action: one sentence for each wrong field, or one for its code. */
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
    tags: t`Tags`,
    status: t`Status`,
    ticket_id: t`Ticket`,
    into_id: t`Ticket`,
  };
  return ({ status, code, errors, details }) => {
    const wrong = Object.entries(errors ?? {}).flatMap(([name, codes]) =>
      codes[0] ? [field(codes[0], names[name] ?? name)] : [],
    );
    if (wrong.length > 0) return wrong;
    return [status >= 500 ? t`The server could not process this.` : refusal(code, details)];
  };
}
