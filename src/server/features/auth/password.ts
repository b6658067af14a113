import type { changePassword, forgotPassword, resetPassword, setPin } from '../../../contract/auth.ts';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { audit } from '../../platform/audit.ts';
import type { Context, SignedIn } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { queueEmail, safeInSentence } from '../../platform/mail/email.ts';
import { queueNotice } from '../../platform/mail/notices.ts';
import { checkOwnPassword } from '../../shared/own-password.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { isCommonPassword } from '../../platform/crypto/common-passwords.ts';
import { isCommonPin } from '../../platform/crypto/common-pins.ts';
import { keyedPin } from '../../shared/pins.ts';
import { hashToken, newToken, sign } from '../../platform/crypto/tokens.ts';
import { hasResult, runOnce, touchedOrThrow } from '../../platform/idempotency.ts';
import { revokeSessionsOf } from '../../platform/sessions.ts';
import { throttle } from '../../platform/throttle.ts';
import { inUserTransaction } from '../../platform/user-transaction.ts';
import { invalidateLinks } from '../../shared/users.ts';
import { findAccountOfLink, replaceTokens, consumeToken } from './links.ts';
import { findAccount, replacePassword, storePin } from './rows.ts';

const hour = 3_600_000;
/** How long a link to a new password is valid, the same as a confirmation link. */
const linkLifetime = 24 * hour;

/** Sends a link to an address if its account can sign in; the response reveals nothing about the address. */
export async function requestPasswordReset(
  ctx: Context,
  input: ParsedInputOf<typeof forgotPassword>,
): Promise<OutputOf<typeof forgotPassword>> {
  const { services } = ctx;
  await throttle(services.db, { name: 'forgot', subject: ctx.address, max: 60, within: hour }, services.now());
  await throttle(services.db, { name: 'forgot-to', subject: input.email, max: 3, within: hour }, services.now());
  const account = await findAccount(services.reader, input.email);
  if (account?.is_active === 1 && account.confirmed_at !== null) {
    const now = services.now();
    const token = newToken();
    const link = `${services.publicUrl()}/auth/password-reset?token=${token}`;
    await inTransaction(services.db, async (tx) => {
      const row = { token_hash: hashToken(token), kind: 'reset', user_id: account.id, expires_at: now + linkLifetime };
      await replaceTokens(tx, row, now);
      const values = { name: safeInSentence(account.name) };
      const { locale } = input;
      await queueEmail(tx, { kind: 'new_password', recipient: account.email, locale, values, link }, now);
    });
    services.mail.wake();
  }
  return { code: 'SUCCESS' };
}

/**
 * Sets the password of the account a link was sent to, and ends all its sessions. The link works once within a day, and
 * does not sign in.
 */
export async function resetByLink(
  ctx: Context,
  input: ParsedInputOf<typeof resetPassword>,
): Promise<OutputOf<typeof resetPassword>> {
  const { services } = ctx;
  const invalid = new Refusal('INVALID_FIELDS', { token: ['invalid'] });
  const link = { token_hash: hashToken(input.token), kind: 'reset' };
  const account = await findAccountOfLink(services.db, link, services.now());
  if (!account) throw invalid;
  await refuseCommon(input.password, account.email);
  const passwordHash = await services.hasher.hash(input.password);
  const now = services.now();
  await inTransaction(services.db, async (tx) => {
    const userId = await consumeToken(tx, link, now);
    if (userId === null || !(await replacePassword(tx, { id: userId, passwordHash }, now))) throw invalid;
    await revokeSessionsOf(tx, userId, now);
    await invalidateLinks(tx, userId, now);
    await audit({ tx, person: null, now }, { action: 'user.password_reset', entity: 'users', entityKey: userId });
    await queueNotice({ tx, now, services }, userId, { kind: 'account.changed', email: false, password: true });
  });
  return { code: 'SUCCESS' };
}

/**
 * Changes the user's own password; other devices are signed out. The same key again changes nothing, and does not check
 * the current password, which the first request has replaced.
 */
export async function changeOwnPassword(
  ctx: SignedIn,
  input: ParsedInputOf<typeof changePassword>,
): Promise<OutputOf<typeof changePassword>> {
  const { person } = ctx;
  const hashes = (await hasResult(ctx)) ? null : await checkPasswords(ctx, input);
  const request = { key: ctx.key, kind: 'password.change', args: signedPasswords(ctx, input) };
  const outcome = await runOnce(ctx, request, async (transaction) => {
    if (!hashes) throw new Error('a key that had a result has none any more');
    const { tx, now } = transaction;
    const changed = await replacePassword(tx, { id: person.id, ...hashes }, now);
    if (!changed) throw new Refusal('INVALID_FIELDS', { current_password: ['invalid'] });
    await revokeSessionsOf(tx, person.id, now, person.sessionId);
    await invalidateLinks(tx, person.id, now);
    await audit(transaction, { action: 'user.password_changed', entity: 'users', entityKey: person.id });
    await queueNotice(transaction, person.id, { kind: 'account.changed', email: false, password: true });
    return [`people:${person.id}`];
  });
  touchedOrThrow(outcome);
  return { code: 'SUCCESS' };
}

type PasswordChange = ParsedInputOf<typeof changePassword>;

/** Checks the current and the new password; returns the hash that the current one was checked against, and the new one. */
async function checkPasswords(
  ctx: SignedIn,
  { current_password, password }: PasswordChange,
): Promise<{ checkedHash: string; passwordHash: string }> {
  const checkedHash = await checkOwnPassword(ctx, current_password, 'current_password');
  await refuseCommon(password, ctx.person.email);
  return { checkedHash, passwordHash: await ctx.services.hasher.hash(password) };
}

/** Returns the arguments for the fingerprint of a key: no password can be read from it. */
function signedPasswords({ key, person, services }: SignedIn, input: PasswordChange): object {
  const signed = (text: string) => sign(services.settings.pepper, `password ${person.id} ${key} ${text}`);
  return { current_password: signed(input.current_password), password: signed(input.password) };
}

/** Sets the acting admin's PIN, and unlocks one that was locked or disabled (D-7). */
export async function changePin(ctx: SignedIn, input: ParsedInputOf<typeof setPin>): Promise<OutputOf<typeof setPin>> {
  const { services, person } = ctx;
  const checkedHash = await checkOwnPassword(ctx, input.password, 'password');
  if (isCommonPin(input.pin)) throw new Refusal('INVALID_FIELDS', { pin: ['too_common'] });
  const pinHash = await services.hasher.hash(keyedPin(services.settings.pepper, input.pin));
  await inUserTransaction(ctx, async (transaction) => {
    const stored = await storePin(transaction.tx, { id: person.id, pinHash, checkedHash });
    if (!stored) throw new Refusal('INVALID_FIELDS', { password: ['invalid'] });
    await audit(transaction, { action: 'pin.set', entity: 'users', entityKey: person.id });
  });
  return { code: 'SUCCESS' };
}

async function refuseCommon(password: string, email: string): Promise<void> {
  if (await isCommonPassword(password, email)) throw new Refusal('INVALID_FIELDS', { password: ['too_common'] });
}
