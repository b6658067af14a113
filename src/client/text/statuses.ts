import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import type { RoleName } from '../../contract/permissions.ts';

/** The colour of a status, by the name of its palette; `neutral` is grey, `brand` the product's own. */
export type Tone = 'neutral' | 'brand' | 'blue' | 'violet' | 'green' | 'amber' | 'red';

/** The label and colour of a status. */
export interface StatusLook {
  label: string;
  tone: Tone;
}

type Look = readonly [MessageDescriptor, Tone];

const pending: Look = [msg`Pending`, 'amber'];

/** The labels of order statuses, older values included (S4-04). */
const orderLooks: Record<string, Look> = {
  new: [msg({ message: 'New', context: 'status of an order' }), 'amber'],
  pending,
  confirmed: [msg`Confirmed`, 'blue'],
  processing: [msg`Processing`, 'blue'],
  preparing: [msg`Preparing`, 'blue'],
  ready: [msg`Ready`, 'brand'],
  delivered: [msg`Delivered`, 'brand'],
  completed: [msg`Completed`, 'green'],
  refunded: [msg`Refunded`, 'neutral'],
  canceled: [msg`Canceled`, 'red'],
  cancelled: [msg`Canceled`, 'red'],
};

const open: Look = [msg({ message: 'Open', context: 'status of a ticket' }), 'blue'];
const waiting: Look = [msg`Pending`, 'amber'];

const ticketLooks: Record<string, Look> = {
  new: [msg({ message: 'New', context: 'status of a ticket' }), 'brand'],
  open,
  in_progress: [msg`In progress`, 'violet'],
  pending: waiting,
  waiting,
  resolved: [msg`Resolved`, 'green'],
  closed: [msg`Closed`, 'neutral'],
};

const ticketTypes: Record<string, MessageDescriptor> = {
  general: msg`General`,
  order: msg({ message: 'Order', context: 'type of a ticket' }),
  technical: msg`Technical`,
  billing: msg`Billing`,
};

const priorities: Record<string, MessageDescriptor> = { low: msg`Low`, medium: msg`Medium`, high: msg`High` };

const entryOf = <Value>(table: Record<string, Value>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

const roleNames: Record<RoleName, MessageDescriptor> = {
  user: msg({ message: 'Customer', context: 'role' }),
  agent: msg`Agent`,
  admin: msg`Admin`,
};

/** Returns the names of the roles in the user's language. */
export function useRoleNames(): Record<RoleName, string> {
  const { i18n } = useLingui();
  const { user, agent, admin } = roleNames;
  return { user: i18n._(user), agent: i18n._(agent), admin: i18n._(admin) };
}

/** Returns the labels and colours of statuses and types in the user's language. */
export function useStatuses() {
  const { i18n } = useLingui();
  const lookOf = ([message, tone]: Look): StatusLook => ({ label: i18n._(message), tone });
  return {
    /** Unknown values are shown as pending, to customers in a neutral colour (S4-04). */
    order: (status: string, view: 'admin' | 'user' = 'user'): StatusLook =>
      lookOf(entryOf(orderLooks, status) ?? (view === 'user' ? [pending[0], 'neutral'] : pending)),
    /** Unknown values are shown as open; the dashboard shows `new` as open, too (S4-06). */
    ticket: (status: string, view: 'list' | 'dashboard' = 'list'): StatusLook =>
      lookOf(view === 'dashboard' && status === 'new' ? open : (entryOf(ticketLooks, status) ?? open)),
    ticketType: (type: string): string => labelOf(ticketTypes, type, i18n._.bind(i18n)),
    priority: (priority: string): string => labelOf(priorities, priority, i18n._.bind(i18n)),
  };
}

function labelOf(
  table: Record<string, MessageDescriptor>,
  key: string,
  translate: (message: MessageDescriptor) => string,
): string {
  const message = entryOf(table, key);
  return message ? translate(message) : key;
}
