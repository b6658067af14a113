import type { PendingCall } from './stored.ts';

/** The number of calls whose outcome is not known, and how many of them create a user without an opening balance. */
export interface InDoubt {
  inDoubt: number;
  /** These are made like calls that move money, but move none. */
  usersInDoubt: number;
}

export const countInDoubt = (calls: readonly Pick<PendingCall, 'call' | 'about'>[]): InDoubt => ({
  inDoubt: calls.length,
  usersInDoubt: calls.filter(({ call, about }) => call === 'createUser' && about.amount === undefined).length,
});
