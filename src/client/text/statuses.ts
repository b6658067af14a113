import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';

/** A colour by its meaning; the theme has a palette for each. */
export type Tone = 'neutral' | 'brand' | 'blue' | 'violet' | 'green' | 'amber' | 'red';

/** A status in words and colour. */
export interface StatusLook {
  label: string;
  tone: Tone;
}

type Look = readonly [MessageDescriptor, Tone];

const pending: Look = [msg`Pending`, 'amber'];

/** How an order's status is shown, older values included (S4-04): new reads as pending. */
const orderLooks: Record<string, Look> = {
  new: pending,
  pending,
  confirmed: [msg`Confirmed`, 'blue'],
  processing: [msg`Processing`, 'blue'],
  preparing: [msg`Preparing`, 'blue'],
  ready: [msg`Ready`, 'brand'],
  delivered: [msg`Delivered`, 'green'],
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

const orderChoice: Record<string, MessageDescriptor> = {
  new: msg({ message: 'New', context: 'status of an order' }),
};

const ticketTypes: Record<string, MessageDescriptor> = {
  general: msg`General`,
  order: msg({ message: 'Order', context: 'type of a ticket' }),
  technical: msg`Technical`,
  billing: msg`Billing`,
};

const priorities: Record<string, MessageDescriptor> = { low: msg`Low`, medium: msg`Medium`, high: msg`High` };

const own = <Value>(table: Record<string, Value>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** The words and colours of statuses and types in the person's language. */
export function useStatuses() {
  const { i18n } = useLingui();
  const said = ([message, tone]: Look): StatusLook => ({ label: i18n._(message), tone });
  return {
    /** Unknown values read as pending, in a neutral colour where customers look (S4-04). */
    order: (status: string, view: 'admin' | 'user' = 'user'): StatusLook =>
      said(own(orderLooks, status) ?? (view === 'user' ? [pending[0], 'neutral'] : pending)),
    /** The word of a status an admin can choose: here `new` keeps its own name. */
    orderChoice: (status: string): string =>
      i18n._(own(orderChoice, status) ?? (own(orderLooks, status) ?? pending)[0]),
    /** Unknown values read as open; on the dashboard new reads as open too (S4-06). */
    ticket: (status: string, view: 'list' | 'dashboard' = 'list'): StatusLook =>
      said(view === 'dashboard' && status === 'new' ? open : (own(ticketLooks, status) ?? open)),
    ticketType: (type: string): string => named(ticketTypes, type, i18n._.bind(i18n)),
    priority: (priority: string): string => named(priorities, priority, i18n._.bind(i18n)),
  };
}

function named(
  table: Record<string, MessageDescriptor>,
  key: string,
  say: (message: MessageDescriptor) => string,
): string {
  const message = own(table, key);
  return message ? say(message) : key;
}
