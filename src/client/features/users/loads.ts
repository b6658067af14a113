import { readBalanceHistory } from '../../../contract/balance.ts';
import { listUserSessions, readUser, readUserHistory, readUserSessionDay } from '../../../contract/people.ts';
import { call } from '../../api/call.ts';

/*
 * The requests of the user page and the dialogs, as functions that stay the same at every render. They throw
 * CallFailure.
 */

/** Rows of a history that are shown at first, and added by each press of "More". */
const rowsPerPage = 20;
const movementsOnPage = 8;

export const loadUser = async (id: number, signal: AbortSignal) => (await call(readUser, { id }, { signal })).user;

export const loadLedger = (id: number, page: number, signal: AbortSignal) =>
  call(readBalanceHistory, { id, page, per_page: rowsPerPage }, { signal });

/** `loadLedger` for the user page, which has more below. */
export const loadNewestMovements = (id: number, page: number, signal: AbortSignal) =>
  call(readBalanceHistory, { id, page, per_page: movementsOnPage }, { signal });

export const loadChanges = (id: number, page: number, signal: AbortSignal) =>
  call(readUserHistory, { id, page, per_page: rowsPerPage }, { signal });

export const loadSessions = (id: number, signal: AbortSignal) => call(listUserSessions, { id }, { signal });

export const loadSessionDay = (id: number, day: string) => call(readUserSessionDay, { id, day });
