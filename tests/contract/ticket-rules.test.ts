import { expect, test } from 'vitest';
import {
  defaultTicketPriority,
  endedStatuses,
  newTicketStatus,
  openTicketStatuses,
  statusAfterReply,
  storedTicketStatus,
  ticketPriorities,
  ticketStatuses,
} from '../../src/contract/ticket-rules.ts';
import { TicketStatusInput } from '../../src/contract/tickets.ts';

test('D-10 a customer’s reply reopens a resolved or closed ticket and leaves any other as it is', () => {
  expect(ticketStatuses.map((status) => [status, statusAfterReply(status, 'user')])).toEqual([
    ['new', 'new'],
    ['open', 'open'],
    ['in_progress', 'in_progress'],
    ['pending', 'pending'],
    ['resolved', 'open'],
    ['closed', 'open'],
  ]);
});

test('C-27 an admin’s reply sets a new ticket in progress and leaves any other as it is', () => {
  expect(ticketStatuses.map((status) => [status, statusAfterReply(status, 'admin')])).toEqual([
    ['new', 'in_progress'],
    ['open', 'open'],
    ['in_progress', 'in_progress'],
    ['pending', 'pending'],
    ['resolved', 'resolved'],
    ['closed', 'closed'],
  ]);
});

test('a status is either open or ended, a new ticket is open, and the default priority is a valid one', () => {
  expect(openTicketStatuses).toEqual(['new', 'open', 'in_progress', 'pending']);
  expect(endedStatuses).toEqual(['resolved', 'closed']);
  expect(openTicketStatuses).toContain(newTicketStatus);
  expect(ticketPriorities).toContain(defaultTicketPriority);
});

test('C-25 waiting is stored as pending, every other status under its own name', () => {
  expect(storedTicketStatus('waiting')).toBe('pending');
  expect(ticketStatuses.map(storedTicketStatus<string>)).toEqual(ticketStatuses);
  expect(TicketStatusInput.parse('waiting')).toBe('pending');
});
