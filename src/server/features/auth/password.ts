import type { changePassword, forgotPassword, resetPassword, setPin } from '../../../contract/auth.ts';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { audit } from '../../platform/audit.ts';
import type { Context, SignedIn } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { queueLetter } from '../../platform/mail/letter.ts';
import { queueNotice } from '../../platform/mail/notices.ts';
import { checkOwnPassword } from '../../platform/own-password.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isCommonPassword } from '../../platform/secrets/common-passwords.ts';
import { isCommonPin } from '../../platform/secrets/common-pins.ts';
import { keyedPin } from '../../platform/secrets/pins.ts';
import { hashToken, newToken } from '../../platform/secrets/tokens.ts';
import { revokeSessionsOf } from '../../platform/sessions.ts';
import { throttle } from '../../platform/throttle.ts';
import { inUserTransaction } from '../../platform/user-transaction.ts';
import { spendLinks } from '../../platform/users.ts';
import { resetLetter } from './letters.ts';
import { findLinked, replaceTokens, consumeToken } from './links.ts';
import { findAccount, replacePassword, storePin } from './rows.ts';

const hour = 3_600_000;
/** Ms a link to a new password works, as one that confirms an address does. */
const linkLife = 24 * hour;

/** Posts a link to the account of an address that can sign in; the answer tells nothing about the address. */
export async function forgot(
  ctx: Context,
  input: ParsedInputOf<typeof forgotPassword>,
): Promise<OutputOf<typeof forgotPassword>> {
  const { means } = ctx;
  await throttle(means.db, { name: 'forgot', of: ctx.address, max: 60, within: hour }, means.now());
  await throttle(means.db, { name: 'forgot-to', of: input.email, max: 3, within: hour }, means.now());
  const account = await findAccount(means.reader, input.email);
  if (account?.is_active === 1 && account.confirmed_at !== null) {
    const now = means.now();
    const token = newToken();
    const link = `${means.home()}/auth/password-reset?token=${token}`;
    await inTransaction(means.db, async (tx) => {
      const row = { token_hash: hashToken(token), kind: 'reset', user_id: account.id, expires_at: now + linkLife };
      await replaceTokens(tx, row, now);
      await queueLetter(tx, resetLetter({ ...account, locale: input.locale }, link), now);
    });
    means.post.wake();
  }
  return { code: 'SUCCESS' };
}

/** Sets the password of a link's account and ends all its sessions. The link works once, for a day, and signs nobody in. */
export async function reset(
  ctx: Context,
  input: ParsedInputOf<typeof resetPassword>,
): Promise<OutputOf<typeof resetPassword>> {
  const { means } = ctx;
  const invalid = new Refusal('INVALID_FIELDS', { token: ['invalid'] });
  const link = { token_hash: hashToken(input.token), kind: 'reset' };
  const account = await findLinked(means.db, link, means.now());
  if (!account) throw invalid;
  await refuseCommon(input.password, account.email);
  const passwordHash = await means.hasher.hash(input.password);
  const now = means.now();
  await inTransaction(means.db, async (tx) => {
    const userId = await consumeToken(tx, link, now);
    if (userId === null || !(await replacePassword(tx, { id: userId, passwordHash }, now))) throw invalid;
    await revokeSessionsOf(tx, userId, now);
    await spendLinks(tx, userId, now);
    await audit({ tx, person: null, now }, { action: 'user.password_reset', entity: 'users', entityKey: userId });
    await queueNotice({ tx, now, means }, userId, { kind: 'account.changed', email: false, password: true });
  });
  return { code: 'SUCCESS' };
}

/** Changes the own password; the other devices are signed out. */
export async function changeOwn(
  ctx: SignedIn,
  input: ParsedInputOf<typeof changePassword>,
): Promise<OutputOf<typeof changePassword>> {
  const { means, person } = ctx;
  const checked = await checkOwnPassword(ctx, input.current_password, 'current_password');
  await refuseCommon(input.password, person.email);
  const passwordHash = await means.hasher.hash(input.password);
  await inUserTransaction(ctx, async (work) => {
    const { tx, now } = work;
    const changed = await replacePassword(tx, { id: person.id, passwordHash, checked }, now);
    if (!changed) throw new Refusal('INVALID_FIELDS', { current_password: ['invalid'] });
    await revokeSessionsOf(tx, person.id, now, person.sessionId);
    await spendLinks(tx, person.id, now);
    await audit(work, { action: 'user.password_changed', entity: 'users', entityKey: person.id });
    await queueNotice(work, person.id, { kind: 'account.changed', email: false, password: true });
  });
  return { code: 'SUCCESS' };
}

/** Sets the acting admin's PIN, and opens one that was locked or disabled (D-7). */
export async function changePin(ctx: SignedIn, input: ParsedInputOf<typeof setPin>): Promise<OutputOf<typeof setPin>> {
  const { means, person } = ctx;
  const checked = await checkOwnPassword(ctx, input.password, 'password');
  if (isCommonPin(input.pin)) throw new Refusal('INVALID_FIELDS', { pin: ['too_common'] });
  const pinHash = await means.hasher.hash(keyedPin(means.settings.pepper, input.pin));
  await inUserTransaction(ctx, async (work) => {
    const stored = await storePin(work.tx, { id: person.id, pinHash, checked });
    if (!stored) throw new Refusal('INVALID_FIELDS', { password: ['invalid'] });
    await audit(work, { action: 'pin.set', entity: 'users', entityKey: person.id });
  });
  return { code: 'SUCCESS' };
}

async function refuseCommon(password: string, email: string): Promise<void> {
  if (await isCommonPassword(password, email)) throw new Refusal('INVALID_FIELDS', { password: ['too_common'] });
}
