import * as z from 'zod/mini';
import { success } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { IsoTime, TicketRef } from './fields.ts';

/** The state of a user on a ticket. */
const activities = ['viewing', 'writing'] as const;

/** Another user who has a ticket open. */
const PresentUser = z.object({
  user_id: z.number(),
  name: z.string(),
  state: z.enum(activities),
  /** Since when the user has viewed it, or has written. */
  since: IsoTime,
});
export type PresentUser = z.infer<typeof PresentUser>;

/** Milliseconds between two reports of a page that shows a ticket. */
export const presenceInterval = 20_000;
/** Milliseconds after which a user without a further report is no longer present. */
export const presenceLifetime = 45_000;

/**
 * Reports that a device has a ticket open, that its user writes a reply, or that it has left; returns the other users who
 * are there now, who came first ahead.
 */
export const reportPresence = endpoint({
  name: 'reportPresence',
  method: 'POST',
  path: '/api/tickets/:id/presence',
  audience: 'tickets.work',
  input: z.object({ id: TicketRef, state: z.enum([...activities, 'left'], { error: 'invalid' }) }),
  output: success({ others: z.array(PresentUser) }),
});
