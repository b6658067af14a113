import type { listSessions, revokeSession } from '../../../contract/auth.ts';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { audit } from '../../platform/audit.ts';
import type { SignedIn } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { liveSessionsOf, revokeSession as endSession } from '../../platform/sessions.ts';
import { inUserTransaction } from '../../platform/user-transaction.ts';
import { toWhen } from '../../platform/when.ts';
import { signOut } from './sign-in.ts';

/** The devices the person is signed in on, the last used first. */
export async function ownSessions(ctx: SignedIn): Promise<OutputOf<typeof listSessions>> {
  const { means, person } = ctx;
  const rows = await liveSessionsOf(means.reader, person.id, means.now());
  const sessions = rows.map((row) => ({
    id: row.id,
    user_agent: row.user_agent,
    address: row.address,
    created_at: toWhen(row.created_at),
    used_at: toWhen(row.used_at),
    is_current: row.id === person.sessionId,
  }));
  return { code: 'SUCCESS', sessions };
}

/** Signs one of the own devices out. Refuses with NOT_FOUND what is nobody's, somebody else's or over. */
export async function endOwnSession(
  ctx: SignedIn,
  input: ParsedInputOf<typeof revokeSession>,
): Promise<OutputOf<typeof revokeSession>> {
  // The present session ends as by signing out: the transaction of a user cannot end the session it acts with.
  if (input.id === ctx.person.sessionId) return signOut(ctx);
  await inUserTransaction(ctx, async (work) => {
    const { tx, person, now } = work;
    const live = await liveSessionsOf(tx, person.id, now);
    if (!live.some((session) => session.id === input.id)) throw new Refusal('NOT_FOUND');
    await endSession(tx, input.id, now);
    await audit(work, { action: 'session.ended', entity: 'sessions', entityKey: input.id });
  });
  return { code: 'SUCCESS' };
}
