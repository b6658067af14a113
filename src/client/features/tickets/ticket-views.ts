import { msg } from '@lingui/core/macro';
import { endedStatuses, openTicketStatuses } from '../../../contract/ticket-rules.ts';
import type { ListView } from '../../lists/define-list.ts';
import { currentDatabase } from '../../local/current.ts';
import { isSameQueue, type QueueSearch } from './admin-queue.ts';

/** Returns the views of the tickets of all customers, for an admin with this id (S2M-03, S2R-02). */
export const ticketViewsFor = (me: number): readonly ListView[] => [
  {
    label: msg`Waiting for us`,
    values: { waiting: ['us'] },
    isCompleteOnDevice: true,
    empty: msg`Every ticket has an answer.`,
  },
  {
    label: msg({ message: 'Mine', context: 'view of tickets' }),
    values: { assignee: [String(me)], status: openTicketStatuses },
    isCompleteOnDevice: true,
    empty: msg`No open ticket is assigned to you.`,
  },
  {
    label: msg({ message: 'Unassigned', context: 'view of tickets' }),
    values: { assignee: ['none'], status: openTicketStatuses },
    isCompleteOnDevice: true,
    empty: msg`Every open ticket is assigned.`,
  },
  {
    label: msg`Waiting for customer`,
    values: { waiting: ['customer'] },
    isCompleteOnDevice: true,
    empty: msg`No ticket waits for a customer.`,
  },
  { label: msg({ message: 'Resolved', context: 'view of tickets' }), values: { status: endedStatuses } },
  { label: msg({ message: 'All', context: 'view of tickets' }), values: {} },
];

/** Returns the parameters of a view in the address. */
export const searchOf = ({ values }: ListView): QueueSearch =>
  Object.fromEntries(Object.entries(values).map(([name, chosen]) => [name, chosen.join()]));

/** Returns the view that has exactly these filters; undefined where none has. */
export const queueViewOf = (search: QueueSearch): ListView | undefined =>
  ticketViewsFor(currentDatabase().userId).find((view) => isSameQueue(searchOf(view), search));
