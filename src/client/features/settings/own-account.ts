import type * as z from 'zod/mini';
import { currentUser, listSessions, revokeSession, type Profile } from '../../../contract/auth.ts';
import type { OutputOf } from '../../../contract/endpoint.ts';
import { call } from '../../api/call.ts';
import { asFailure, type CallFailure } from '../../api/failure.ts';
import type { Requested } from '../../sync/use-request.ts';

/** The user's preferences, and the new address that waits for its link. */
export type OwnProfile = z.infer<typeof Profile>;

/** The profile, as far as the server has answered. */
export type ProfileAnswer = Requested<OwnProfile>;

/** Requests the profile of the signed-in user. Throws CallFailure. */
export const loadProfile = async (signal: AbortSignal): Promise<OwnProfile> =>
  (await call(currentUser, {}, { signal })).profile;

/** One of the devices on which the user is logged in. */
export type OwnSession = OutputOf<typeof listSessions>['sessions'][number];

/** Requests the user's sessions: the one of this device first, then the last used. Throws CallFailure. */
export async function loadSessions(signal: AbortSignal): Promise<OwnSession[]> {
  const { sessions } = await call(listSessions, {}, { signal });
  return sessions.toSorted((one, other) => Number(other.is_current) - Number(one.is_current));
}

/** Ends sessions one after another; stops at the first failure and returns it. A session that has ended is no failure. */
export async function endSessions(sessions: readonly OwnSession[]): Promise<CallFailure | null> {
  for (const { id } of sessions) {
    const failure = await call(revokeSession, { id }).then(() => null, asFailure);
    if (failure && failure.code !== 'NOT_FOUND') return failure;
  }
  return null;
}
