import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { MutationKind } from '../../contract/mutations.ts';
import { useDates } from './dates.ts';
import { isolated } from './isolated.ts';
import { useMoney } from './money.ts';
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

interface Tools {
  statuses: ReturnType<typeof useStatuses>;
  dates: ReturnType<typeof useDates>;
  /** Formats an amount. */
  money: (amount: number) => string;
  /** Returns the name of an admin, or the id where the device does not know the name; null stands for no assignee. */
  person: (id: unknown) => string;
}

/** The words of one kind: its title from its arguments, and the name of the argument that holds the user's text. */
interface KindWords {
  title: (args: Record<string, unknown>, tools: Tools) => MessageDescriptor;
  text?: string;
}

const wordsByKind: Record<MutationKind, KindWords> = {
  'ticket.open': { title: ({ subject }) => msg`New ticket: ${isolated(String(subject))}`, text: 'content' },
  'ticket.reply': { title: () => msg({ message: 'Reply', context: 'change that waits' }), text: 'content' },
  'ticket.note': { title: () => msg`Internal note`, text: 'content' },
  'ticket.status': {
    title: ({ from, to }, { statuses: { ticket } }) =>
      msg`Status: ${ticket(String(from)).label} → ${ticket(String(to)).label}`,
  },
  'ticket.priority': {
    title: ({ from, to }, { statuses: { priority } }) =>
      msg`Priority: ${priority(String(from))} → ${priority(String(to))}`,
  },
  'ticket.assign': { title: ({ from, to }, { person }) => msg`Assignee: ${person(from)} → ${person(to)}` },
  'ticket.tags': { title: ({ add, remove }) => msg`Tags: ${signed(add, '+')} ${signed(remove, '−')}` },
  'ticket.snooze': {
    title: ({ to }, { dates }) => (to === null ? msg`Snooze ended` : msg`Snoozed until ${dates.full(to as string)}`),
  },
  'ticket.merge': { title: () => msg`Merged into another ticket` },
  'ticket.unmerge': { title: () => msg`Merge undone` },
  'order.status': {
    title: ({ order_id, from, to }, { statuses: { order } }) =>
      msg`Order #${String(order_id)}: ${order(String(from)).label} → ${order(String(to)).label}`,
  },
  'order.deliver': {
    title: ({ order_id, status }, { statuses: { order } }) =>
      msg`Delivery of order #${String(order_id)}: ${order(String(status)).label}`,
    text: 'notes',
  },
  'product.availability': {
    title: ({ is_available: yes }) => (yes ? msg`Product made available` : msg`Product made unavailable`),
  },
  'category.active': {
    title: ({ is_active: yes }) => (yes ? msg`Category switched on` : msg`Category switched off`),
  },
  'category.move': { title: () => msg`Category moved` },
  'article.vote': {
    title: ({ is_helpful: yes }) => (yes ? msg`The article helped` : msg`The article did not help`),
  },
  'notification.read': { title: () => msg`Notifications marked as read` },
  'topup.open': { title: ({ amount }, { money }) => msg`Top-up of ${money(Number(amount))}`, text: 'note' },
  'order.ask': {
    title: ({ order_id }) => msg`Order #${String(order_id)}: correction asked for`,
    text: 'text',
  },
  'order.answers': { title: ({ order_id }) => msg`Order #${String(order_id)}: corrected` },
  'answer.save': { title: ({ name }) => msg`Kept for other orders: ${isolated(String(name))}` },
  'answer.forget': { title: () => msg`Saved answer removed` },
  'stock.watch': { title: ({ on }) => (on ? msg`Notify me when it is back` : msg`Do not notify me`) },
  'topup.cancel': { title: () => msg`Top-up request cancelled` },
};

/**
 * Describes actions of the outbox in the user's language; a kind that this build does not know is "A change". `nameOf`
 * returns the names of admins; without a name the id is shown.
 */
export function useActionWords(nameOf: NameOf = () => undefined): (action: ActionFacts) => ActionWords {
  const { t, i18n } = useLingui();
  const tools: Tools = {
    statuses: useStatuses(),
    dates: useDates(),
    money: useMoney().format,
    person: (id) => (id === null ? t`nobody` : isolated(nameOf(Number(id)) ?? `#${Number(id)}`)),
  };
  return ({ kind, args }) => {
    if (!isIn(wordsByKind, kind)) return { title: t`A change`, text: null };
    const { title, text } = wordsByKind[kind];
    const written = text === undefined ? null : args[text];
    // Tags that are only added end in the space before those that are removed.
    return { title: i18n._(title(args, tools)).trimEnd(), text: typeof written === 'string' ? written : null };
  };
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
    amount: t`Amount`,
    method_id: t`Way to pay`,
    slip_number: t`Number of the transfer`,
    paid_on: t`Day of payment`,
    file_ids: t`Picture of the slip`,
    note: t`Note`,
    name: t`Name`,
    value: t`Answer`,
    keys: t`Fields`,
    text: t`Text`,
  };
  return ({ status, code, errors, details }) => {
    const sentenceOf = (name: string, code: string): string => {
      // Only saved answers are limited in number.
      if (name === 'id' && code.startsWith('max:')) return t`You keep as many answers as possible. Remove one first.`;
      return field(code, names[name] ?? (name.startsWith('answers') ? t`Answer` : name));
    };
    const wrong = Object.entries(errors ?? {}).flatMap(([name, codes]) =>
      codes[0] ? [sentenceOf(name, codes[0])] : [],
    );
    if (wrong.length > 0) return wrong;
    return [status >= 500 ? t`The server could not process this.` : refusal(code, details)];
  };
}
