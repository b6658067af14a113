import type { logout } from '../../contract/auth.ts';
import { addresses } from '../api/addresses.ts';
import { callAt } from '../api/call.ts';
import { asFailure, CallFailure } from '../api/failure.ts';
import { endedSessions, forgetEndedSession } from '../local/device.ts';

/** Milliseconds. */
const answerWithin = 3_000;

/**
 * Revokes at the server the sessions that ended on this device, and forgets the token of each one that the server has
 * revoked or refused. Resolves to false when the server did not answer for one of them: call it again later.
 */
export async function revokeEndedSessions(call: typeof callAt = callAt): Promise<boolean> {
  const outcomes = await Promise.all((await endedSessions()).map((token) => revoke(token, call)));
  return outcomes.every(Boolean);
}

async function revoke(token: string, call: typeof callAt): Promise<boolean> {
  // With cookies the answer would take away that of the person who is signed in now.
  const options = { token, timeout: answerWithin, withoutCookies: true };
  const answer = await call<typeof logout>(addresses.logout, {}, options).catch(asFailure);
  if (answer instanceof CallFailure ? !isOver(answer) : answer.code !== 'SUCCESS') return false;
  await forgetEndedSession(token);
  return true;
}

/** The server has decided: the token opens nothing any more. */
const isOver = ({ kind }: CallFailure): boolean => kind === 'signedOut' || kind === 'refused';
