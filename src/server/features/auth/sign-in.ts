import type { csrfCookie, login, logout } from '../../../contract/auth.ts';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { Locale } from '../../../contract/locales.ts';
import { audit } from '../../platform/audit.ts';
import type { Context, SignedIn } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { newXsrf, xsrfCookie } from '../../platform/http/identity.ts';
import { clearSessionCookie, readSessionCookie, writeSessionCookie } from '../../platform/http/session-cookie.ts';
import { Refusal } from '../../platform/refusal.ts';
import { waitingRegistrations } from '../../platform/registrations.ts';
import { createSession, revokeSession, sessionLife } from '../../platform/sessions.ts';
import { userOf } from '../../platform/users.ts';
import { rememberDevice } from './known-device.ts';
import { findAccount, noteLogin, type Account } from './rows.ts';
import { countAttempt } from './sign-in-limits.ts';

const cookieAge = sessionLife / 1000;

/** Sets the XSRF cookie that belongs to the session cookie at hand. */
export async function giveXsrf(ctx: Context): Promise<OutputOf<typeof csrfCookie>> {
  writeXsrf(ctx, readSessionCookie(ctx.means, ctx.cookies.read));
  return { code: 'SUCCESS' };
}

/**
 * Signs a person in on this device: a bearer token in the answer, and the session cookie. An unknown address, a wrong
 * password, and an account that is switched off with a wrong password look alike and take the same time.
 */
export async function signIn(ctx: Context, input: ParsedInputOf<typeof login>): Promise<OutputOf<typeof login>> {
  const { means } = ctx;
  const account = await findAccount(means.reader, input.email);
  const takeBack = await countAttempt(ctx, input.email, account);
  const right = await means.hasher.verify(input.password, await passwordHashOf(ctx, account));
  if (!account || !right) throw new Refusal('INVALID_CREDENTIALS');
  await takeBack();
  if (account.confirmed_at === null) throw new Refusal('ACCOUNT_NOT_ACTIVE', { reason: 'unconfirmed' });
  if (account.is_active !== 1) throw new Refusal('ACCOUNT_NOT_ACTIVE', { reason: 'disabled' });
  const token = await openSession(ctx, account, input.locale);
  writeSessionCookie(ctx, token);
  writeXsrf(ctx, token);
  rememberDevice(ctx, account.id);
  return { code: 'SUCCESS', data: { user: await userOf(means.db, account.id), token } };
}

/** Of an unconfirmed account that of the newest registration, which opens nothing: the person is told to confirm. */
async function passwordHashOf({ means }: Context, account: Account | undefined): Promise<string | null> {
  if (!account || account.password_hash !== null || account.confirmed_at !== null)
    return account?.password_hash ?? null;
  const [newest] = await waitingRegistrations(means.reader, account.id);
  return newest?.password_hash ?? null;
}

/** Ends the session of this device; its token is dead on the next request. */
export async function signOut(ctx: SignedIn): Promise<OutputOf<typeof logout>> {
  const now = ctx.means.now();
  await inTransaction(ctx.means.db, async (tx) => {
    if (!(await revokeSession(tx, ctx.person.sessionId, now))) return;
    await audit(
      { tx, person: ctx.person, now },
      { action: 'session.ended', entity: 'sessions', entityKey: ctx.person.sessionId },
    );
  });
  clearSessionCookie(ctx);
  return { code: 'SUCCESS' };
}

function writeXsrf(ctx: Context, sessionToken: string | undefined): void {
  ctx.cookies.write(xsrfCookie, newXsrf(ctx.means.settings.pepper, sessionToken), {
    maxAge: cookieAge,
    readable: true,
  });
}

/** Refuses with INVALID_CREDENTIALS when the password was changed or the account switched off in the meantime. */
async function openSession(ctx: Context, account: Account, locale: Locale | undefined): Promise<string> {
  const now = ctx.means.now();
  return inTransaction(ctx.means.db, async (tx) => {
    if (!(await noteLogin(tx, account, { now, locale }))) throw new Refusal('INVALID_CREDENTIALS');
    const device = { userAgent: ctx.userAgent || null, address: ctx.address };
    const token = await createSession(tx, { userId: account.id, ...device, now });
    await audit({ tx, person: account, now }, { action: 'session.begun', entity: 'users', entityKey: account.id });
    return token;
  });
}
