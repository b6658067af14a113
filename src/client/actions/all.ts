import type { MutationKind } from '../../contract/mutations.ts';
import { currentVersion, upgradeArgs } from '../../contract/upgrades.ts';
import type { OutboxItem } from '../local/stored.ts';
import type { Action, Effect } from './action.ts';
import { setCategoryActive, setProductAvailable } from './catalogue.ts';
import { readNotifications } from './notifications.ts';
import { deliverOrder, setOrderStatus } from './orders.ts';
import { assignTicket, openTicket, replyToTicket, setTicketPriority, setTicketStatus } from './tickets.ts';

/** Every action by its kind. A kind is never renamed: it lies in the outboxes of people's devices. */
export const actions: { [Kind in MutationKind]: Action<Kind> } = {
  'ticket.open': openTicket,
  'ticket.reply': replyToTicket,
  'ticket.status': setTicketStatus,
  'ticket.priority': setTicketPriority,
  'ticket.assign': assignTicket,
  'notification.read': readNotifications,
  'order.status': setOrderStatus,
  'order.deliver': deliverOrder,
  'product.availability': setProductAvailable,
  'category.active': setCategoryActive,
};

/** The action of a kind, or `undefined`: another version of the app may have queued what this one does not know. */
export const actionOf = (kind: string): Action<MutationKind> | undefined =>
  (Object.hasOwn(actions, kind) ? actions[kind as MutationKind] : undefined) as Action<MutationKind> | undefined;

type Call = Pick<OutboxItem, 'kind' | 'v' | 'args'>;

/** An item with its arguments in the version of this build; null when its kind or version belongs to another build. */
export function upgraded<Item extends Call>(item: Item): Item | null {
  if (!actionOf(item.kind)) return null;
  const args = upgradeArgs(item.kind, item.args, item.v);
  return args && { ...item, v: currentVersion(item.kind), args };
}

/** What a waiting item does to which rows; nothing when this build does not know its kind or version. */
export function effectsOf(item: Call & Pick<OutboxItem, 'by' | 'createdAt'>): Effect[] {
  const known = upgraded(item);
  return known ? actionOf(known.kind)!.effects(known.args as never, known) : [];
}

/** The ids of the files an item needs at the server first. */
export function filesOf(item: Call): readonly string[] {
  const known = upgraded(item);
  return (known && actionOf(known.kind)!.files?.(known.args as never)) ?? [];
}
