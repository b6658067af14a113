import type { CallTexts } from './call-text.ts';

/** Texts of the calls for admins, devices and operators. */
export const administrationTexts = {
  listRoles: {
    tag: 'Users',
    summary: 'List the roles',
    description: 'The two roles that a user can have, with their ids.',
  },
  listUsersByRoles: {
    tag: 'Users',
    summary: 'List users with these roles briefly, in pages',
    description:
      'By name, for choices. `roles` takes values separated by commas, repeated parameters and `roles[]`; its default is `user`, and an unknown role matches no user.',
  },
  listUsersByIds: {
    tag: 'Users',
    summary: 'List users with these ids, briefly',
    description:
      'For records of users whom the device does not store. `ids` takes up to 100 ids, separated by commas or as repeated parameters; deleted and unknown users are left out.',
  },
  listUsers: {
    tag: 'Users',
    summary: 'List users in pages',
    description:
      'Newest first, or by `sort` (`joined`, `name`, `balance`) and `direction`. `search` finds id, name, username and e-mail address; `all=true` returns all users on one page.',
  },
  createUser: {
    tag: 'Users',
    summary: 'Create a user',
    description:
      'The account can sign in at once. Only root creates admins (FORBIDDEN). A balance other than 0 needs the PIN of the acting admin and becomes a ledger row.',
  },
  readUser: {
    tag: 'Users',
    summary: 'Get a user',
    description: 'NOT_FOUND for a missing or deleted user.',
  },
  updateUser: {
    tag: 'Users',
    summary: 'Change a user',
    description:
      'Missing fields and an empty password leave the value unchanged; a `balance` is refused. Only root changes other admins and roles. A new address or password of your own account needs `current_password`. A new address, password or role ends the user’s sessions. `from` has the values that you saw: with it the change is refused with CONFLICT (`details.current`, `by`, `at`) when another admin has changed one of these fields.',
  },
  deleteUser: {
    tag: 'Users',
    summary: 'Delete a user',
    description:
      'Ends the account and clears the name and the address; orders and ledger stay. Refused with CONFLICT while there is a balance (`details.reason` `balance`), an open order (`orders`), a top-up request that waits (`topups`) or a code that was not opened (`unopened`). Admins cannot delete themselves or root.',
  },
  setUserActive: {
    tag: 'Users',
    summary: 'Activate or deactivate an account',
    description: 'Deactivation ends all sessions of the user. Admins cannot deactivate themselves or root.',
  },
  listUserSessions: {
    tag: 'Users',
    summary: 'List the days on which a user was active',
    description:
      'Days of the shop’s calendar with sessions or actions in the last 120 days. Only root may read those of root and of other admins (FORBIDDEN).',
  },
  readUserSessionDay: {
    tag: 'Users',
    summary: 'Get one day of a user',
    description:
      'The sessions that began on that day. Only root may read those of root and of other admins (FORBIDDEN).',
  },
  readUserHistory: {
    tag: 'Users',
    summary: 'List the changes of a user',
    description:
      'One page of changes with their author, field, old and new value, newest first; never a password or a PIN. Only root may read those of root and of other admins (FORBIDDEN).',
  },
  readBalanceHistory: {
    tag: 'Balance',
    summary: 'List a user’s ledger rows',
    description:
      'One page of the ledger with the acting users, newest first; at most 100 rows, or `per_page`. Only root may read those of root and of other admins (FORBIDDEN).',
  },
  addToBalance: {
    tag: 'Balance',
    summary: 'Add to a customer’s balance',
    description:
      'Needs the PIN of the acting admin: INVALID_PIN with `details.reason` `wrong`, `locked`, `disabled` or `pin_not_set`. Only the balance of customers can be adjusted (FORBIDDEN); GONE when the account was deleted.',
  },
  subtractFromBalance: {
    tag: 'Balance',
    summary: 'Subtract from a customer’s balance',
    description: 'Works like adding, and refuses with BALANCE_NOT_ENOUGH when the amount exceeds the balance.',
  },
  countOrders: {
    tag: 'Dashboard',
    summary: 'Count the orders that need work',
    description: 'New and processing orders: all for admins, their own for customers.',
  },
  readAdminStats: {
    tag: 'Dashboard',
    summary: 'Get the figures of a period',
    description:
      'Users, profit, balance added by admins, and tickets, and in `before` those of the period before up to the same day and time. `orders_by_hour` has the orders of the last 28 days by weekday, from Monday, and hour of the day. Days and hours are those of the shop’s time zone.',
  },
  readUsersByTime: {
    tag: 'Dashboard',
    summary: 'Get the growth of users over a period',
    description: 'New users by hour, day or month, and in `base` the number of earlier users.',
  },
  readFinancialByTime: {
    tag: 'Dashboard',
    summary: 'Get profit and added balance over a period',
    description: 'By hour, day or month; empty ones are 0.',
  },
  readStatusDistribution: {
    tag: 'Dashboard',
    summary: 'Count orders and tickets by status',
    description: 'Orders and tickets created in the period.',
  },
  readAnswerTimes: {
    tag: 'Dashboard',
    summary: 'Count answers in time',
    description:
      'Of the tickets opened in the period: first answers within the goal of their priority, and the opening hours until the first answer and until the solution, in ms.',
  },
  listRecentOrders: {
    tag: 'Dashboard',
    summary: 'List the newest orders',
    description: 'Five at most.',
  },
  listLatestUsers: {
    tag: 'Dashboard',
    summary: 'List the newest users',
    description: 'Five at most.',
  },
  listRecentTickets: {
    tag: 'Dashboard',
    summary: 'List the newest tickets',
    description: 'Five at most.',
  },
  sync: {
    tag: 'Sync',
    summary: 'Push queued changes and pull new rows',
    description:
      'One exchange of a device: at most 50 mutations, each applied once by its id, and the rows that have changed since `cursor`. `reset: true` means that the device empties its cache and loads again. An unknown kind of mutation or an old `protocol` is refused with OUTDATED.',
  },
  syncEvents: {
    tag: 'Sync',
    summary: 'Listen for new rows',
    description:
      'A stream of server-sent events without content: each one means that there is something to pull. It ends with the session.',
  },
  readOutcome: {
    tag: 'Sync',
    summary: 'Get the outcome of a key',
    description:
      '`unknown` may still become applied, refused or cancelled, because the request may not have arrived yet.',
  },
  cancelOutcome: {
    tag: 'Sync',
    summary: 'Cancel a key that has not arrived',
    description:
      'Returns the outcome of the key, or cancels it for good (`cancelled`): a request that arrives later with this key is refused with CANCELLED.',
  },
  health: {
    tag: 'Operation',
    summary: 'Check that the process is alive',
    description: 'Answers as long as the process runs, also without its database.',
  },
  ready: {
    tag: 'Operation',
    summary: 'Check that the server is ready',
    description:
      'BUSY (503) while the database, its tables or the file store do not answer, and while the server stops.',
  },
  metrics: {
    tag: 'Operation',
    summary: 'Get counters and gauges',
    description:
      'In the text format of Prometheus. For requests from the server’s own machine, or with METRICS_TOKEN as the bearer token.',
  },
} as const satisfies CallTexts;
