import { readBalanceHistory } from '../../../contract/balance.ts';
import {
  listUserSessions,
  readUser,
  readUserHistory,
  readUserSessionDay,
  type User,
} from '../../../contract/people.ts';
import { call } from '../../api/call.ts';
import { syncNow } from '../../sync/triggers.ts';
import { refreshRequests, useRequest, type Requested } from '../../sync/use-request.ts';

/*
 * The requests of the user page and the dialogs. They throw CallFailure. They are used with keys that begin with
 * `users/`, which `reportUserChange` refreshes.
 */

/** Rows of a history that are shown at first, and added by each press of "More". */
const rowsPerPage = 20;
/** Movements of a page of `loadMovements`. */
export const movementsPerPage = 8;

/** Requests a user, with balance and figures. */
export const useUser = (id: number): Requested<User> =>
  useRequest(`users/${id}`, async (signal) => (await call(readUser, { id }, { signal })).user);

/** Returns whether the server has answered that there is no such user. */
export const isMissing = ({ data, failure }: Pick<Requested<User>, 'data' | 'failure'>): boolean =>
  !data && (failure?.code === 'NOT_FOUND' || failure?.code === 'GONE');

/** Requests a page of the movements of a user's balance. */
export const loadLedger = (id: number, page: number, signal: AbortSignal) =>
  call(readBalanceHistory, { id, page, per_page: rowsPerPage }, { signal });

/** Like `loadLedger`, with fewer rows for each page: the user page has other panels below. */
export const loadMovements = (id: number, page: number, signal: AbortSignal) =>
  call(readBalanceHistory, { id, page, per_page: movementsPerPage }, { signal });

/** Requests a page of a user's history. */
export const loadChanges = (id: number, page: number, signal: AbortSignal) =>
  call(readUserHistory, { id, page, per_page: rowsPerPage }, { signal });

/** Requests the days on which a user had a session or acted. */
export const loadActiveDays = (id: number, signal: AbortSignal) => call(listUserSessions, { id }, { signal });

/** Requests the sessions of a user that began on a day. */
export const loadSessionsOfDay = (id: number, day: string) => call(readUserSessionDay, { id, day });

/** Makes the list of users and the page of a user request their data again, after a change on the server. */
export function reportUserChange(): void {
  refreshRequests('users/');
  void syncNow();
}
