import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import type { AuditEntry } from '../../contract/audit.ts';
import { isolated } from './isolated.ts';

type Sentence = (record: string) => MessageDescriptor;

const orders: Record<string, Sentence> = {
  'order.place': (record) => msg`Placed order ${record}`,
  'order.status': (record) => msg`Changed the status of order ${record}`,
  'order.deliver': (record) => msg`Handled order ${record}`,
  'order.refund_part': (record) => msg`Returned a part of order ${record}`,
  'order.ask': (record) => msg`Asked to correct order ${record}`,
  'order.answers': (record) => msg`Corrected the answers of order ${record}`,
  'order.delete': (record) => msg`Deleted order ${record}`,
};

const tickets: Record<string, Sentence> = {
  'ticket.open': (record) => msg`Opened ticket ${record}`,
  'ticket.reply': (record) => msg`Replied to ticket ${record}`,
  'ticket.note': (record) => msg`Added an internal note to ticket ${record}`,
  'ticket.status': (record) => msg`Changed the status of ticket ${record}`,
  'ticket.priority': (record) => msg`Changed the priority of ticket ${record}`,
  'ticket.assign': (record) => msg`Changed the assignee of ticket ${record}`,
  'ticket.tags': (record) => msg`Changed the tags of ticket ${record}`,
  'ticket.snooze': (record) => msg`Changed the snooze of ticket ${record}`,
  'ticket.merge': (record) => msg`Merged ticket ${record}`,
  'ticket.unmerge': (record) => msg`Undid the merge of ticket ${record}`,
};

const users: Record<string, Sentence> = {
  'user.created': (record) => msg`Created the account of ${record}`,
  'user.registered': (record) => msg`Registration of ${record}`,
  'user.confirmed': (record) => msg`Confirmed the e-mail address of ${record}`,
  'user.updated': (record) => msg`Changed the account of ${record}`,
  'user.active': (record) => msg`Activated or deactivated ${record}`,
  'user.deleted': (record) => msg`Deleted the account of ${record}`,
  'user.email_requested': (record) => msg`Requested a new e-mail address for ${record}`,
  'user.password_changed': (record) => msg`Changed the password of ${record}`,
  'user.password_reset': (record) => msg`Reset the password of ${record} by e-mail`,
  'balance.add': (record) => msg`Added balance for ${record}`,
  'balance.subtract': (record) => msg`Subtracted balance from ${record}`,
  'pin.set': (record) => msg`Set the PIN of ${record}`,
  'pin.locked': (record) => msg`PIN locked after wrong attempts: ${record}`,
  'pin.disabled': (record) => msg`PIN disabled after wrong attempts: ${record}`,
  'session.begun': (record) => msg`Sign-in of ${record}`,
  'root.created': (record) => msg`Created the first admin ${record}`,
  'root.changed': (record) => msg`Changed the first admin ${record}`,
};

const catalogue: Record<'products' | 'categories' | 'articles', Record<string, Sentence>> = {
  products: {
    'product.create': (record) => msg`Created product ${record}`,
    'product.update': (record) => msg`Changed product ${record}`,
  },
  categories: {
    'category.create': (record) => msg`Created category ${record}`,
    'category.update': (record) => msg`Changed category ${record}`,
    'category.move': (record) => msg`Moved category ${record}`,
  },
  articles: {
    'article.create': (record) => msg`Created article ${record}`,
    'article.update': (record) => msg`Changed article ${record}`,
    'article.move': (record) => msg`Moved article ${record}`,
    'article.delete': (record) => msg`Deleted article ${record}`,
  },
};

const deliveries: Record<'deliveries' | 'cities', Record<string, Sentence>> = {
  deliveries: {
    'delivery.create': (record) => msg`Created delivery company ${record}`,
    'delivery.update': (record) => msg`Renamed delivery company ${record}`,
    'delivery.delete': (record) => msg`Deleted delivery company ${record}`,
  },
  cities: {
    'city.create': (record) => msg`Created city ${record}`,
    'city.update': (record) => msg`Renamed city ${record}`,
    'city.delete': (record) => msg`Deleted city ${record}`,
    'rate.set': (record) => msg`Changed a delivery price for ${record}`,
  },
};

const topups: Record<'topups' | 'topup_methods', Record<string, Sentence>> = {
  topups: {
    'topup.open': (record) => msg`Opened top-up request ${record}`,
    'topup.approve': (record) => msg`Approved top-up request ${record}`,
    'topup.refuse': (record) => msg`Refused top-up request ${record}`,
    'topup.cancel': (record) => msg`Cancelled top-up request ${record}`,
  },
  topup_methods: {
    'topup.method': (record) => msg`Changed top-up method ${record}`,
  },
};

/** The actions of the audit log with their sentences, by the kind of record. */
const sentences: Readonly<Record<string, Readonly<Record<string, Sentence>>>> = {
  orders,
  tickets,
  users,
  ...catalogue,
  ...deliveries,
  ...topups,
  shop: {
    'shop.update': () => msg`Changed the settings of the shop`,
    'topup.limits': () => msg`Changed the limits of top-up requests`,
    'mail.update': () => msg`Changed the sender or the texts of e-mails`,
  },
  sessions: { 'session.ended': () => msg`Ended a session` },
  files: { 'file.upload': (record) => msg`Uploaded file ${record}` },
};

const kinds: Record<string, MessageDescriptor> = {
  orders: msg`Orders`,
  tickets: msg`Tickets`,
  users: msg`Users`,
  products: msg`Products`,
  categories: msg`Categories`,
  articles: msg`Articles`,
  deliveries: msg`Delivery companies`,
  cities: msg`Cities`,
  topups: msg`Top-up requests`,
  topup_methods: msg`Top-up methods`,
  shop: msg`Shop settings`,
  sessions: msg({ message: 'Sessions', context: 'audit log' }),
  files: msg({ message: 'Files', context: 'audit log' }),
};

/** The kinds of record in the audit log. */
export const auditEntities: readonly string[] = Object.keys(kinds);

/** Returns the actions on these kinds of record; of all kinds when there are none. */
export const actionsOf = (entities: readonly string[]): string[] =>
  (entities.length > 0 ? entities : auditEntities).flatMap((entity) => Object.keys(sentences[entity] ?? {}));

const all: Readonly<Record<string, Sentence>> = Object.assign({}, ...Object.values(sentences)) as Record<
  string,
  Sentence
>;

/** Returns sentences of the audit log in the user's language; an unknown action keeps its own name. */
export function useAuditWords() {
  const { i18n } = useLingui();
  const sentenceOf = (action: string, record: string): string => {
    const sentence = Object.hasOwn(all, action) ? all[action] : undefined;
    return sentence ? i18n._(sentence(record)) : `${action} ${record}`;
  };
  return {
    /** "Changed the status of order #1651" */
    what: ({ action, entity, entity_key: key, entity_name: name }: AuditEntry): string =>
      sentenceOf(action, isolated(recordName(entity, key, name))),
    /** "Changed the status of order …": the action in a list of choices. */
    action: (action: string): string => sentenceOf(action, '…'),
    /** "Orders" */
    kind: (entity: string): string => (Object.hasOwn(kinds, entity) ? i18n._(kinds[entity]!) : entity),
  };
}

/** Returns what users call a record: `#1651`, or its name. */
export const recordName = (entity: string, key: string, name: string | null): string => {
  if (entity === 'tickets' || entity === 'topups') return name === null ? '' : `#${name}`;
  if (name !== null) return name;
  return /^\d+$/.test(key) ? `#${key}` : '';
};
