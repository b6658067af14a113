import * as z from 'zod/mini';
import { success } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { Money } from './fields.ts';
import { Order } from './orders.ts';
import { User } from './people.ts';
import { ticketPriorities } from './ticket-rules.ts';
import { TicketRow } from './tickets.ts';

/** The last days whose orders are counted by weekday and hour: each weekday occurs equally often. */
export const activityDays = 28;

export const periods = ['today', 'week', 'month', 'year', 'lifetime'] as const;

const Period = { period: z._default(z.catch(z.enum(periods), 'week'), 'week') };

/**
 * One bucket: an hour of today, a day of the week or month, a month of the year or of the whole time; empty ones are 0
 * (C-17).
 */
const bucket = { period: z.string() };

const figures = {
  /** All users; `new_users` joined in the period. */
  users: z.number(),
  new_users: z.number(),
  profit: Money,
  balance_added: Money,
  tickets: z.number(),
};

/**
 * New users, profit, manual balance additions and tickets of a period (C-15, C-36), which begins and ends in the site's
 * time zone (C-38).
 */
export const readAdminStats = endpoint({
  name: 'readAdminStats',
  method: 'GET',
  path: '/api/dashboard/admin',
  audience: 'money',
  input: z.object(Period),
  output: success({
    ...figures,
    tickets_by_time: z.array(z.object({ ...bucket, count: z.number() })),
    /**
     * Orders of the last `activityDays` days, today included, in whatever status: by weekday, from Monday, and by hour of
     * the day (7 × 24) in the site's time zone.
     */
    orders_by_hour: z.array(z.array(z.number())),
    /**
     * The same figures of the period before, up to the same point: yesterday up to this time of the day, last week up to
     * this weekday and time, and so on; `users` is the number of users at that point. Null for the whole time.
     */
    before: z.nullable(z.object(figures)),
  }),
});

export const readUsersByTime = endpoint({
  name: 'readUsersByTime',
  method: 'GET',
  path: '/api/dashboard/admin/users-by-time',
  audience: 'people',
  input: z.object(Period),
  /**
   * `base`: number of users who joined before the first bucket. `before`: the counts of the period before, by bucket;
   * null for the whole time.
   */
  output: success({
    base: z.number(),
    data: z.array(z.object({ ...bucket, count: z.number() })),
    before: z.nullable(z.array(z.number())),
  }),
});

export const readFinancialByTime = endpoint({
  name: 'readFinancialByTime',
  method: 'GET',
  path: '/api/dashboard/admin/financial-by-time',
  audience: 'money',
  input: z.object(Period),
  /** `before`: the amounts of the period before, by bucket; null for the whole time. */
  output: success({
    data: z.array(z.object({ ...bucket, profit: Money, balance_added: Money })),
    before: z.nullable(z.array(z.object({ profit: Money, balance_added: Money }))),
  }),
});

export const readStatusDistribution = endpoint({
  name: 'readStatusDistribution',
  method: 'GET',
  path: '/api/dashboard/admin/status-distribution',
  audience: 'money',
  input: z.object(Period),
  output: success({
    orders: z.array(z.object({ status: z.string(), count: z.number() })),
    tickets: z.array(z.object({ status: z.string(), count: z.number() })),
  }),
});

/** Times in ms of opening hours; half of the tickets, and nine of ten, needed at most as long. */
const Times = z.nullable(z.object({ half: z.number(), nine_of_ten: z.number() }));

const answered = { in_time: z.number(), late: z.number() };

const answerFigures = { ...answered, first_answer: Times, solution: Times };

/**
 * How the tickets that were opened in a period were answered. `in_time` and `late` count first answers against the goal of
 * the ticket's priority; a ticket without an answer is late when its goal has passed, and not counted before or when it
 * ended without one. Internal notes are no answers. A merged ticket is not counted: its answers are those of the other one.
 */
export const readAnswerTimes = endpoint({
  name: 'readAnswerTimes',
  method: 'GET',
  path: '/api/dashboard/admin/answer-times',
  audience: 'tickets.work',
  input: z.object(Period),
  output: success({
    ...answerFigures,
    by_time: z.array(z.object({ ...bucket, ...answered })),
    by_priority: z.array(z.object({ priority: z.enum(ticketPriorities), ...answered })),
    /** The figures of the same part of the period before as they were at its end; null for the whole time. */
    before: z.nullable(z.object(answerFigures)),
  }),
});

export const listRecentOrders = endpoint({
  name: 'listRecentOrders',
  method: 'GET',
  path: '/api/dashboard/admin/recent-orders',
  audience: 'orders.read',
  input: z.object({}),
  output: success({ data: z.array(Order) }),
});

export const listLatestUsers = endpoint({
  name: 'listLatestUsers',
  method: 'GET',
  path: '/api/dashboard/admin/latest-users',
  audience: 'people',
  input: z.object({}),
  output: success({ data: z.array(User) }),
});

export const listRecentTickets = endpoint({
  name: 'listRecentTickets',
  method: 'GET',
  path: '/api/dashboard/admin/recent-tickets',
  audience: 'tickets.work',
  input: z.object({}),
  output: success({ data: z.array(TicketRow) }),
});
