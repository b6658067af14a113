import * as z from 'zod/mini';
import { success } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { wholeNumber } from './fields.ts';

/** The kinds of records of which a device stores only the newest: how many, unless an admin sets another number. */
export const windowLimits = {
  orders: { usual: 500, min: 50, max: 5_000 },
  tickets: { usual: 200, min: 50, max: 2_000 },
  all_orders: { usual: 10_000, min: 500, max: 50_000 },
  all_tickets: { usual: 5_000, min: 500, max: 20_000 },
  movements: { usual: 200, min: 50, max: 500 },
  notifications: { usual: 200, min: 50, max: 500 },
  people: { usual: 2_000, min: 200, max: 20_000 },
} as const;

export type WindowKind = keyof typeof windowLimits;

/**
 * How many of the newest records of each kind a device stores. `all_…` are those of support, who read all customers';
 * `people` are the users on the devices of admins, besides those of their orders and tickets.
 */
export type Windows = Record<WindowKind, number>;

const sizeOf = (kind: WindowKind) => wholeNumber(windowLimits[kind]);

const Sizes = z.object({
  orders: z.number(),
  tickets: z.number(),
  all_orders: z.number(),
  all_tickets: z.number(),
  movements: z.number(),
  notifications: z.number(),
  /** Missing from servers of an earlier version, whose admins' devices store all users. */
  people: z.optional(z.number()),
});

/** The sizes in an answer of a server of this version or of an earlier one. */
export type SavedWindows = z.infer<typeof Sizes>;

export const readWindows = endpoint({
  name: 'readWindows',
  method: 'GET',
  path: '/api/shop/windows',
  audience: 'shop.change',
  input: z.object({}),
  output: success({ windows: Sizes }),
});

/**
 * Replaces all sizes; `people` stays where it is missing, as in an app of an earlier version. Devices for which one has
 * changed load their records again with their next pass.
 */
export const updateWindows = endpoint({
  name: 'updateWindows',
  method: 'POST',
  path: '/api/shop/windows',
  audience: 'shop.change',
  input: z.object({
    orders: sizeOf('orders'),
    tickets: sizeOf('tickets'),
    all_orders: sizeOf('all_orders'),
    all_tickets: sizeOf('all_tickets'),
    movements: sizeOf('movements'),
    notifications: sizeOf('notifications'),
    people: z.optional(sizeOf('people')),
  }),
  output: success({ windows: Sizes }),
});
