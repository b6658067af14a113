/** Increase it when devices must be updated before they may sync; a device with another number gets 426 OUTDATED. */
export const syncProtocol = 1;
/** Maximum number of mutations in one request. */
export const batchMax = 50;
/** Maximum number of bytes of mutations in one request. */
export const batchBytes = 262_144;
/** Maximum number of lanes that a device reports, and that it receives from other devices. */
export const heldLanesMax = 200;
/** Approximate maximum of rows in `changes`, and in `older`, of one response. */
export const pullPage = 500;

/** Time between two heartbeats in an idle event stream. */
export const heartbeatIntervalMs = 25_000;

/** Rows of each long table (orders, ledger, notifications) that a device keeps when its storage is full. */
export const keptWhenFull = 200;

/** Maximum number of tables that a device names. */
export const namedTablesMax = 50;

/** The tables of a device that names none, because its app is from before requests named them (D-27). Never changes. */
export const entitiesUnlessNamed = [
  'account',
  'categories',
  'products',
  'people',
  'tickets',
  'responses',
  'orders',
  'ledger',
  'notifications',
] as const;

/**
 * The tables of a device that follow the server, in the order of the first load. A new one is added at the end: positions
 * of a first load and cursors contain the index of a table in this list.
 */
export const entities = [...entitiesUnlessNamed, 'topups', 'topup_methods', 'saved_answers', 'stock'] as const;

/** The newest top-up requests that a device stores besides those that wait: their owner's, and those of all for admins. */
export const topupWindow = { own: 200, all: 1_000 } as const;
