import type { MutationKind } from '../../contract/mutations.ts';
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

/** What a waiting item does to which rows; nothing when this version does not know its kind. */
export const effectsOf = (item: Pick<OutboxItem, 'kind' | 'args' | 'by' | 'createdAt'>): Effect[] =>
  actionOf(item.kind)?.effects(item.args as never, item) ?? [];

/** The id of the file an item needs at the server first; null when it needs none. */
export const fileOf = ({ kind, args }: Pick<OutboxItem, 'kind' | 'args'>): string | null =>
  actionOf(kind)?.file?.(args as never) ?? null;
