import type { csrfCookie, login, logout } from '../../../contract/auth.ts';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { Locale } from '../../../contract/locales.ts';
import { audit } from '../../platform/audit.ts';
import type { Context, SignedIn } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { newXsrf, xsrfCookie } from '../../platform/http/identity.ts';
import { clearSessionCookie, readSessionCookie, writeSessionCookie } from '../../platform/http/session-cookie.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { openRegistrations } from '../../shared/registrations.ts';
import { createSession, endSession, sessionLifetime } from '../../platform/sessions.ts';
import { userOf } from '../../shared/users.ts';
import { rememberDevice } from './known-device.ts';
import { findAccount, recordLogin, type Account } from './rows.ts';
import { countAttempt } from './sign-in-limits.ts';

const cookieMaxAgeSeconds = sessionLifetime / 1000;

/** Sets the XSRF cookie that belongs to the current session cookie. */
export async function setXsrfCookie(ctx: Context): Promise<OutputOf<typeof csrfCookie>> {
  writeXsrf(ctx, readSessionCookie(ctx.services, ctx.cookies.read));
  return { code: 'SUCCESS' };
}

/**
 * Signs a user in on this device: a bearer token in the response, and the session cookie. An unknown address, a wrong
 * password, and a deactivated account with a wrong password look alike and take the same time.
 */
export async function signIn(ctx: Context, input: ParsedInputOf<typeof login>): Promise<OutputOf<typeof login>> {
  const { services } = ctx;
  const account = await findAccount(services.reader, input.email);
  const uncountAttempt = await countAttempt(ctx, input.email, account);
  const isCorrect = await services.hasher.verify(input.password, await passwordHashOf(ctx, account));
  if (!account || !isCorrect) throw new Refusal('INVALID_CREDENTIALS');
  await uncountAttempt();
  if (account.confirmed_at === null) throw new Refusal('ACCOUNT_NOT_ACTIVE', { reason: 'unconfirmed' });
  if (account.is_active !== 1) throw new Refusal('ACCOUNT_NOT_ACTIVE', { reason: 'disabled' });
  const token = await openSession(ctx, account, input.locale);
  writeSessionCookie(ctx, token);
  writeXsrf(ctx, token);
  rememberDevice(ctx, account.id);
  const { currency } = services.settings;
  return { code: 'SUCCESS', data: { user: await userOf(services.db, account.id), token }, currency };
}

/**
 * Returns the hash to check. An unconfirmed account usually has none yet; then it is the hash of its newest registration,
 * so that the right password gets the refusal `unconfirmed`.
 */
async function passwordHashOf({ services }: Context, account: Account | undefined): Promise<string | null> {
  if (!account || account.password_hash !== null || account.confirmed_at !== null)
    return account?.password_hash ?? null;
  const [newest] = await openRegistrations(services.reader, account.id);
  return newest?.password_hash ?? null;
}

/** Ends the session of this device; its token is invalid from the next request on. */
export async function signOut(ctx: SignedIn): Promise<OutputOf<typeof logout>> {
  const now = ctx.services.now();
  await inTransaction(ctx.services.db, async (tx) => {
    if (!(await endSession(tx, ctx.person.sessionId, now))) return;
    await audit(
      { tx, person: ctx.person, now },
      { action: 'session.ended', entity: 'sessions', entityKey: ctx.person.sessionId },
    );
  });
  clearSessionCookie(ctx);
  return { code: 'SUCCESS' };
}

function writeXsrf(ctx: Context, sessionToken: string | undefined): void {
  ctx.cookies.write(xsrfCookie, newXsrf(ctx.services.settings.pepper, sessionToken), {
    maxAge: cookieMaxAgeSeconds,
    readable: true,
  });
}

/** Throws INVALID_CREDENTIALS when the password was changed or the account deactivated meanwhile. */
async function openSession(ctx: Context, account: Account, locale: Locale | undefined): Promise<string> {
  const now = ctx.services.now();
  return inTransaction(ctx.services.db, async (tx) => {
    if (!(await recordLogin(tx, account, { now, locale }))) throw new Refusal('INVALID_CREDENTIALS');
    const device = { userAgent: ctx.userAgent || null, address: ctx.address };
    const token = await createSession(tx, { userId: account.id, ...device, now });
    await audit({ tx, person: account, now }, { action: 'session.begun', entity: 'users', entityKey: account.id });
    return token;
  });
}
