import type { OutboxItem } from '../../local/stored.ts';

/** What goes when an item is discarded: everything after an open-ticket in its lane. */
export const dependentsOf = (item: OutboxItem, lane: readonly OutboxItem[]): OutboxItem[] =>
  item.kind === 'ticket.open' ? lane.filter(({ seq }) => seq > item.seq) : [];

/** The item that makes the ticket itself, while the server has not accepted it. */
export const openingOf = (lane: readonly OutboxItem[]): OutboxItem | undefined =>
  lane.find(({ kind }) => kind === 'ticket.open');

/** The item that makes one response. */
export const replyOf = (lane: readonly OutboxItem[], responseId: string): OutboxItem | undefined =>
  lane.find(({ kind, args }) => kind === 'ticket.reply' && args.id === responseId);

/** Changes of status, priority and assignee that wait or are parked, oldest first. */
export const changesOf = (lane: readonly OutboxItem[]): OutboxItem[] =>
  lane.filter(({ kind }) => kind === 'ticket.status' || kind === 'ticket.priority' || kind === 'ticket.assign');
