import type { MutationKind } from '../../contract/mutations.ts';
import { currentVersion, upgradeArgs } from '../../contract/upgrades.ts';
import type { OutboxItem } from '../local/stored.ts';
import type { Action, Effect } from './action.ts';
import { watchStock } from './stock.ts';
import { answerOrder, askToCorrect, forgetAnswer, saveAnswer } from './answers.ts';
import { moveCategory, setCategoryActive, setProductAvailable, voteOnArticle } from './catalogue.ts';
import type { FieldAction, FieldKind, FieldOfRecord } from './set-field.ts';
import { markNotificationsRead } from './notifications.ts';
import { deliverOrder, setOrderStatus } from './orders.ts';
import {
  addNote,
  assignTicket,
  changeTicketTags,
  mergeTicket,
  openTicketAction,
  replyToTicketAction,
  setTicketPriority,
  setTicketStatusAction,
  snoozeTicket,
  unmergeTicket,
} from './tickets.ts';
import { cancelTopup, openTopup } from './topups.ts';

/** Every action by its kind. Kinds are never renamed: outboxes on users' devices contain them. */
export const actions: { [Kind in MutationKind]: Action<Kind> } = {
  'ticket.open': openTicketAction,
  'ticket.reply': replyToTicketAction,
  'ticket.note': addNote,
  'ticket.status': setTicketStatusAction,
  'ticket.priority': setTicketPriority,
  'ticket.assign': assignTicket,
  'ticket.tags': changeTicketTags,
  'ticket.snooze': snoozeTicket,
  'ticket.merge': mergeTicket,
  'ticket.unmerge': unmergeTicket,
  'notification.read': markNotificationsRead,
  'order.status': setOrderStatus,
  'order.deliver': deliverOrder,
  'product.availability': setProductAvailable,
  'category.active': setCategoryActive,
  'category.move': moveCategory,
  'article.vote': voteOnArticle,
  'topup.open': openTopup,
  'topup.cancel': cancelTopup,
  'order.ask': askToCorrect,
  'order.answers': answerOrder,
  'answer.save': saveAnswer,
  'answer.forget': forgetAnswer,
  'stock.watch': watchStock,
};

/** Returns the field that the actions of a kind set. */
export const fieldOf = (kind: FieldKind): FieldOfRecord => (actions[kind] as FieldAction<FieldKind>).sets;

/** Returns the action of a kind, or `undefined` for a kind that another version of the app has queued. */
export const actionOf = (kind: string): Action<MutationKind> | undefined =>
  (Object.hasOwn(actions, kind) ? actions[kind as MutationKind] : undefined) as Action<MutationKind> | undefined;

type StoredAction = Pick<OutboxItem, 'kind' | 'v' | 'args'>;

/**
 * Returns an item with its arguments in this build's version; null when this build does not know its kind or version.
 */
export function upgradeItem<Item extends StoredAction>(item: Item): Item | null {
  if (!actionOf(item.kind)) return null;
  const args = upgradeArgs(item.kind, item.args, item.v);
  return args && { ...item, v: currentVersion(item.kind), args };
}

/** Returns the effects of an item; none when this build does not know its kind or version. */
export function effectsOf(item: StoredAction & Pick<OutboxItem, 'by' | 'createdAt'>): Effect[] {
  const upgradedItem = upgradeItem(item);
  return upgradedItem ? actionOf(upgradedItem.kind)!.effects(upgradedItem.args as never, upgradedItem) : [];
}

/** Returns the ids of the files that must be uploaded before an item is sent. */
export function filesOf(item: StoredAction): readonly string[] {
  const upgradedItem = upgradeItem(item);
  return (upgradedItem && actionOf(upgradedItem.kind)!.files?.(upgradedItem.args as never)) ?? [];
}
