import type { CallTexts } from './call-text.ts';

/** What admins do with users and see of the shop, and what devices and operators use. */
export const administrationTexts = {
  listRoles: {
    tag: 'Users',
    summary: 'List the roles',
    description: 'The two roles that a user can have, with their ids.',
  },
  listUsersByRoles: {
    tag: 'Users',
    summary: 'List all users with these roles, briefly',
    description:
      'For filters. `roles` takes a comma list, repeated names and `roles[]`; it is `user` unless given, and an unknown role finds nobody.',
  },
  listUsers: {
    tag: 'Users',
    summary: 'List users in pages',
    description:
      'The newest first. `search` finds id, name, username and e-mail address; `all=true` answers everybody on one page.',
  },
  createUser: {
    tag: 'Users',
    summary: 'Create a user',
    description:
      'The account can sign in at once. Only root creates admins (FORBIDDEN). A balance other than 0 needs the PIN of the admin who acts and is a row of the ledger.',
  },
  readUser: {
    tag: 'Users',
    summary: 'Get a user',
    description: 'NOT_FOUND where there is none, or a deleted one.',
  },
  updateUser: {
    tag: 'Users',
    summary: 'Change a user',
    description:
      'Fields that are missing and an empty password stay as they are; a `balance` is refused. Only root changes other admins and roles. A new address or password of one’s own needs `current_password`. A new address, password or role ends the sessions of the user.',
  },
  deleteUser: {
    tag: 'Users',
    summary: 'Delete a user',
    description:
      'Ends the account and forgets the name and the address; orders and ledger stay. Refused with CONFLICT while there is money (`details.reason` `balance`) or an order under way (`orders`). Nobody deletes themselves or root.',
  },
  setUserActive: {
    tag: 'Users',
    summary: 'Switch an account on or off',
    description: 'Switching off ends all sessions of the user. Nobody switches off themselves or root.',
  },
  listUserSessions: {
    tag: 'Users',
    summary: 'List the days on which a user was there',
    description:
      'Days of the shop’s calendar with sessions or actions in the last 120 days. Those of root and of other admins only root reads (FORBIDDEN).',
  },
  readUserSessionDay: {
    tag: 'Users',
    summary: 'Get one day of a user',
    description: 'The sessions that began on that day. Those of root and of other admins only root reads (FORBIDDEN).',
  },
  readUserHistory: {
    tag: 'Users',
    summary: 'List the changes of a user',
    description:
      'One page of who changed which field from what to what, the newest first; never a password or a PIN. Those of root and of other admins only root reads (FORBIDDEN).',
  },
  readBalanceHistory: {
    tag: 'Balance',
    summary: 'List the movements of a user’s balance',
    description:
      'One page of the ledger with who acted, the newest movement first, 100 unless `per_page` says less. Those of root and of other admins only root reads (FORBIDDEN).',
  },
  addToBalance: {
    tag: 'Balance',
    summary: 'Add to a customer’s balance',
    description:
      'Needs the PIN of the admin who acts: INVALID_PIN with `details.reason` `wrong`, `locked`, `disabled` or `pin_not_set`. Only customers have a balance that is changed by hand (FORBIDDEN); GONE where the account was deleted.',
  },
  subtractFromBalance: {
    tag: 'Balance',
    summary: 'Take from a customer’s balance',
    description:
      'As adding, and refused with BALANCE_NOT_ENOUGH when more is taken than there is: a balance is never below zero.',
  },
  countOrders: {
    tag: 'Dashboard',
    summary: 'Count the orders that need work',
    description: 'New and processing orders: everybody’s for admins, one’s own for customers.',
  },
  readAdminStats: {
    tag: 'Dashboard',
    summary: 'Get the figures of a period',
    description: 'Users, profit, balance added by hand and tickets. Days begin in the shop’s time zone.',
  },
  readUsersByTime: {
    tag: 'Dashboard',
    summary: 'Get the growth of users over a period',
    description: 'New users by hour, day or month, and in `base` how many there were before.',
  },
  readFinancialByTime: {
    tag: 'Dashboard',
    summary: 'Get profit and added balance over a period',
    description: 'By hour, day or month; those without anything are 0.',
  },
  readStatusDistribution: {
    tag: 'Dashboard',
    summary: 'Count orders and tickets by status',
    description: 'Those that were made in the period.',
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
      'One exchange of a device: at most 50 mutations, each applied once for its id, and what has changed since `cursor`. `reset: true` means that the device empties its cache and loads again. An unknown kind of mutation or an old `protocol` is answered with OUTDATED.',
  },
  syncEvents: {
    tag: 'Sync',
    summary: 'Listen for new rows',
    description:
      'A stream of server-sent events without content: each one means that there is something to pull. It ends with the session.',
  },
  readOutcome: {
    tag: 'Sync',
    summary: 'Find out what became of a key',
    description: '`unknown` may still become anything: the request may be on its way.',
  },
  cancelOutcome: {
    tag: 'Sync',
    summary: 'Cancel a key that has not arrived',
    description:
      'Answers what became of the key, or seals it for ever (`cancelled`): a request with it that arrives later is refused with CANCELLED.',
  },
  health: {
    tag: 'Operation',
    summary: 'Ask whether the process is alive',
    description: 'Answers while the process does, also without its database.',
  },
  ready: {
    tag: 'Operation',
    summary: 'Ask whether requests are welcome',
    description: 'BUSY (503) while the database, its schema or the file store is missing, and while the server stops.',
  },
  metrics: {
    tag: 'Operation',
    summary: 'Get counters and gauges',
    description: 'In the text format of Prometheus. From the own machine, or with METRICS_TOKEN as a bearer token.',
  },
} as const satisfies CallTexts;
