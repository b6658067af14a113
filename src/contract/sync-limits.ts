/** Raised when a device must be updated before it may sync; an older device is answered with 426 OUTDATED. */
export const syncProtocol = 1;
/** Mutations in one request at most. */
export const batchMax = 50;
/** Bytes of mutations in one request at most. */
export const batchBytes = 262_144;
/** Records that a device names as held, and that it is told of other devices, at most. */
export const heldMax = 200;
/** Rows in `changes` and in `older` of one answer, about. */
export const pullPage = 500;

/** Milliseconds between two signs of life in an event stream that has nothing to say. */
export const heartbeatEvery = 25_000;

/** Rows of each long table (orders, ledger, notifications) that a full device keeps. */
export const keptWhenFull = 200;

/** The tables of a device that follow the server, in the order the first load brings them. */
export const entities = [
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
