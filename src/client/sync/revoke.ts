import type { logout } from '../../contract/auth.ts';
import { addresses } from '../api/addresses.ts';
import { callAt } from '../api/call.ts';
import { asFailure, CallFailure } from '../api/failure.ts';
import { endedSessions, forgetEndedSession } from '../local/device.ts';

const revokeTimeoutMs = 3_000;

/**
 * Revokes at the server the sessions that ended on this device, and deletes each token that the server no longer
 * accepts. Returns false when a session is not revoked yet, because the server did not answer; the caller tries again
 * later.
 */
export async function revokeEndedSessions(call: typeof callAt = callAt): Promise<boolean> {
  const results = await Promise.all((await endedSessions()).map((token) => revoke(token, call)));
  return results.every(Boolean);
}

async function revoke(token: string, call: typeof callAt): Promise<boolean> {
  // With cookies, the answer would clear the cookie of the user who is signed in now.
  const options = { token, timeout: revokeTimeoutMs, withoutCookies: true };
  const answer = await call<typeof logout>(addresses.logout, {}, options).catch(asFailure);
  if (answer instanceof CallFailure ? !isRevoked(answer) : answer.code !== 'SUCCESS') return false;
  await forgetEndedSession(token);
  return true;
}

/** Returns whether the server no longer accepts the token. */
const isRevoked = ({ kind }: CallFailure): boolean => kind === 'signedOut' || kind === 'refused';
