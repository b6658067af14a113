import { useLingui } from '@lingui/react/macro';
import type { MutationArgs, MutationKind } from '../../contract/mutations.ts';
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
  const nameOrId = (id: unknown) => (id === null ? t`nobody` : (nameOf(Number(id)) ?? `#${Number(id)}`));
  const statuses = useStatuses();
  const status = (value: unknown) => statuses.ticket(String(value)).label;
  const orderStatus = (value: unknown) => statuses.order(String(value)).label;
  const wordsByKind: Record<MutationKind, (args: Record<string, unknown>) => ActionWords> = {
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
    'ticket.assign': ({ from, to }) => ({ title: t`Assignee: ${nameOrId(from)} → ${nameOrId(to)}`, text: null }),
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
  return ({ kind, args }) => (isIn(wordsByKind, kind) ? wordsByKind[kind](args) : { title: t`A change`, text: null });
}

/** The kinds that name the value they were based on, so that they can be in conflict. */
type ConflictKind = {
  [Kind in MutationKind]: MutationArgs<Kind> extends { from: unknown } ? Kind : never;
}[MutationKind];

/** Outboxes may contain kinds of a newer app. */
const isIn = <Kind extends string>(words: Record<Kind, unknown>, kind: string): kind is Kind =>
  Object.hasOwn(words, kind);

/** Two values of one field that contradict each other, in words. */
export interface ConflictWords {
  mine: string;
  theirs: string;
  theirsBy: string | null;
  theirsAt: string | null;
}

/** Describes the user's value and the other user's; null for actions that are never in conflict. */
export function useConflictWords(
  nameOf: NameOf = () => undefined,
): (action: ActionFacts & { error?: ReasonFacts }) => ConflictWords | null {
  const { t } = useLingui();
  const statuses = useStatuses();
  const wordsByKind: Record<ConflictKind, (value: unknown) => string> = {
    'ticket.status': (value) => statuses.ticket(String(value)).label,
    'ticket.priority': (value) => statuses.priority(String(value)),
    'ticket.assign': (value) => (value === null ? t`nobody` : (nameOf(Number(value)) ?? `#${Number(value)}`)),
    'order.status': (value) => statuses.orderChoice(String(value)),
  };
  return ({ kind, args, error }) => {
    const describe = isIn(wordsByKind, kind) ? wordsByKind[kind] : undefined;
    const { current, by, at } = error?.details ?? {};
    if (!describe || current === undefined) return null;
    return {
      mine: describe(args.to),
      theirs: describe(current),
      theirsBy: typeof by === 'string' ? by : null,
      theirsAt: typeof at === 'string' ? at : null,
    };
  };
}

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
  };
  return ({ status, code, errors, details }) => {
    const wrong = Object.entries(errors ?? {}).flatMap(([name, codes]) =>
      codes[0] ? [field(codes[0], names[name] ?? name)] : [],
    );
    if (wrong.length > 0) return wrong;
    return [status >= 500 ? t`The server could not process this.` : refusal(code, details)];
  };
}
