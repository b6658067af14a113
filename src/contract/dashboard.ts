import * as z from 'zod/mini';
import { success } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { Money } from './fields.ts';
import { Order } from './orders.ts';
import { User } from './people.ts';
import { TicketRow } from './tickets.ts';

export const periods = ['today', 'week', 'month', 'year', 'lifetime'] as const;

const Period = { period: z._default(z.catch(z.enum(periods), 'week'), 'week') };

/**
 * New users, profit, manual balance additions and tickets of a period (C-15, C-36), which begins and ends in the site's
 * time zone (C-38).
 */
export const readAdminStats = endpoint({
  name: 'readAdminStats',
  method: 'GET',
  path: '/api/dashboard/admin',
  audience: 'admin',
  input: z.object(Period),
  output: success({
    /** All users; `new_users` joined in the period. */
    users: z.number(),
    new_users: z.number(),
    profit: Money,
    balance_added: Money,
    tickets: z.number(),
  }),
});

/**
 * One bucket: an hour of today, a day of the week or month, a month of the year or of the whole time; empty ones are 0
 * (C-17).
 */
const bucket = { period: z.string() };

export const readUsersByTime = endpoint({
  name: 'readUsersByTime',
  method: 'GET',
  path: '/api/dashboard/admin/users-by-time',
  audience: 'admin',
  input: z.object(Period),
  /** `base`: number of users who joined before the first bucket. */
  output: success({ base: z.number(), data: z.array(z.object({ ...bucket, count: z.number() })) }),
});

export const readFinancialByTime = endpoint({
  name: 'readFinancialByTime',
  method: 'GET',
  path: '/api/dashboard/admin/financial-by-time',
  audience: 'admin',
  input: z.object(Period),
  output: success({ data: z.array(z.object({ ...bucket, profit: Money, balance_added: Money })) }),
});

export const readStatusDistribution = endpoint({
  name: 'readStatusDistribution',
  method: 'GET',
  path: '/api/dashboard/admin/status-distribution',
  audience: 'admin',
  input: z.object(Period),
  output: success({
    orders: z.array(z.object({ status: z.string(), count: z.number() })),
    tickets: z.array(z.object({ status: z.string(), count: z.number() })),
  }),
});

export const listRecentOrders = endpoint({
  name: 'listRecentOrders',
  method: 'GET',
  path: '/api/dashboard/admin/recent-orders',
  audience: 'admin',
  input: z.object({}),
  output: success({ data: z.array(Order) }),
});

export const listLatestUsers = endpoint({
  name: 'listLatestUsers',
  method: 'GET',
  path: '/api/dashboard/admin/latest-users',
  audience: 'admin',
  input: z.object({}),
  output: success({ data: z.array(User) }),
});

export const listRecentTickets = endpoint({
  name: 'listRecentTickets',
  method: 'GET',
  path: '/api/dashboard/admin/recent-tickets',
  audience: 'admin',
  input: z.object({}),
  output: success({ data: z.array(TicketRow) }),
});
