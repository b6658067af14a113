import { roleIds } from './limits.ts';

export type RoleName = keyof typeof roleIds;

/** A right that roles have or lack; the rights to records of one's own need none. */
export type Permission =
  /** To open tickets. */
  | 'tickets.open'
  /** To read the tickets of all customers, reply to them, and set their status, priority and assignee. */
  | 'tickets.work'
  /** To read the orders of all customers. */
  | 'orders.read'
  | 'orders.change'
  /** To ask a customer to correct what an order says. */
  | 'orders.ask'
  /** To ask for top-ups of one's own balance. */
  | 'topups.open'
  /** To read the top-up requests of all customers, approve them with a PIN and refuse them. */
  | 'topups.decide'
  /** To read inactive products and categories, and quantities in stock. */
  | 'catalogue.read'
  | 'catalogue.change'
  /** To import, withdraw and replace codes, and to open those of other users with a PIN. */
  | 'codes'
  /** To read hidden articles and the votes, and to change articles. */
  | 'help.change'
  /** To read and change users, and to read their activity. */
  | 'people'
  /** To read costs, profits and the balances of all users, and to change balances with a PIN. */
  | 'money'
  | 'audit.read'
  /** To change the settings of the shop. */
  | 'shop.change';

/**
 * What each role may do: calls, policies, sync scopes and screens read this table.
 *
 * @internal
 */
export const permissionsOf: Readonly<Record<RoleName, readonly Permission[]>> = {
  user: ['tickets.open', 'topups.open'],
  agent: ['tickets.work', 'orders.read', 'orders.ask', 'catalogue.read'],
  admin: [
    'tickets.work',
    'orders.read',
    'orders.change',
    'orders.ask',
    'topups.decide',
    'catalogue.read',
    'catalogue.change',
    'codes',
    'help.change',
    'people',
    'money',
    'audit.read',
    'shop.change',
  ],
};

/** Returns whether a role has a permission. */
export const can = (role: RoleName, permission: Permission): boolean => permissionsOf[role].includes(permission);

/** Returns the ids of the roles that have a permission. */
export const roleIdsWith = (permission: Permission): number[] =>
  roles.filter((role) => can(role, permission)).map((role) => roleIds[role]);

/** Returns the name of a stored role. */
export const roleOf = ({ role_id: id }: { role_id: number }): RoleName =>
  roles.find((role) => roleIds[role] === id) ?? 'user';

/** The names of the roles, in the order in which screens list them. */
export const roles = /* @__PURE__ */ Object.keys(roleIds) as [RoleName, ...RoleName[]];
