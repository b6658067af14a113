import type { listSessions, revokeSession } from '../../../contract/auth.ts';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { audit } from '../../platform/audit.ts';
import type { SignedIn } from '../../platform/context.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { liveSessionsOf, endSession } from '../../platform/sessions.ts';
import { inUserTransaction } from '../../platform/user-transaction.ts';
import { toIsoTime } from '../../platform/base/wire-values.ts';
import { signOut } from './sign-in.ts';

/** The live sessions of the user, the last used first. */
export async function ownSessions(ctx: SignedIn): Promise<OutputOf<typeof listSessions>> {
  const { services, person } = ctx;
  const rows = await liveSessionsOf(services.reader, person.id, services.now());
  const sessions = rows.map((row) => ({
    id: row.id,
    user_agent: row.user_agent,
    address: row.address,
    created_at: toIsoTime(row.created_at),
    used_at: toIsoTime(row.used_at),
    is_current: row.id === person.sessionId,
  }));
  return { code: 'SUCCESS', sessions };
}

/**
 * Signs out one of the user's own devices. Throws NOT_FOUND for sessions that do not exist, have ended or belong to
 * others.
 */
export async function endOwnSession(
  ctx: SignedIn,
  input: ParsedInputOf<typeof revokeSession>,
): Promise<OutputOf<typeof revokeSession>> {
  // The current session ends by signing out: `inUserTransaction` refuses to commit when its own session has ended.
  if (input.id === ctx.person.sessionId) return signOut(ctx);
  await inUserTransaction(ctx, async (transaction) => {
    const { tx, person, now } = transaction;
    const live = await liveSessionsOf(tx, person.id, now);
    if (!live.some((session) => session.id === input.id)) throw new Refusal('NOT_FOUND');
    await endSession(tx, input.id, now);
    await audit(transaction, { action: 'session.ended', entity: 'sessions', entityKey: input.id });
  });
  return { code: 'SUCCESS' };
}
