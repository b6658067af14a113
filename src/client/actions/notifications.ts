import type { Action } from './action.ts';

/** The contract's maximum number of ids in one action. */
const maxIdsPerAction = 500;

export const markNotificationsRead: Action<'notification.read'> = {
  kind: 'notification.read',
  v: 1,
  lane: () => 'notifications',
  effects: ({ ids }, { createdAt }) =>
    ids.map((key) => ({
      table: 'notifications',
      key,
      apply: (row) => row && { ...row, read_at: row.read_at ?? new Date(createdAt).toISOString() },
    })),
  merge: (unsent, next) => {
    const ids = [...new Set([...unsent.ids, ...next.ids])];
    return ids.length > maxIdsPerAction ? null : { ids };
  },
};
