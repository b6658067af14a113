import type { Action } from './action.ts';

/** Ids in one action at most, as the contract says. */
const idsMax = 500;

export const readNotifications: Action<'notification.read'> = {
  kind: 'notification.read',
  v: 1,
  lane: () => 'notifications',
  effects: ({ ids }, { createdAt }) =>
    ids.map((key) => ({
      table: 'notifications',
      key,
      fold: (row) => row && { ...row, read_at: row.read_at ?? new Date(createdAt).toISOString() },
    })),
  merge: (unsent, next) => {
    const ids = [...new Set([...unsent.ids, ...next.ids])];
    return ids.length > idsMax ? null : { ids };
  },
};
