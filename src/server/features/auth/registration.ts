import type { confirmEmail, register, resendConfirmation } from '../../../contract/auth.ts';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { audit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction, type Work } from '../../platform/database/transaction.ts';
import { announce } from '../../platform/feed.ts';
import { queueLetter } from '../../platform/mail/letter.ts';
import { Refusal } from '../../platform/refusal.ts';
import { hashToken, newToken } from '../../platform/secrets/tokens.ts';
import { throttle } from '../../platform/throttle.ts';
import { isCommonPassword } from '../../platform/secrets/common-passwords.ts';
import { confirmationLetter } from './letters.ts';
import { activate, findAccount, insertUser, replaceUnconfirmed, replaceTokens, useToken } from './rows.ts';

const hour = 3_600_000;
/** Ms a confirmation link works. */
const linkLife = 24 * hour;

/**
 * Makes an account that waits for its confirmation and posts the letter. Registering an unconfirmed address again
 * replaces name and password and kills the earlier link: whoever reads the letters of the address decides.
 */
export async function registerPerson(
  ctx: Context,
  input: ParsedInputOf<typeof register>,
): Promise<OutputOf<typeof register>> {
  const { means } = ctx;
  if (isCommonPassword(input.password, input.email)) throw new Refusal('INVALID_FIELDS', { password: ['too_common'] });
  await throttle(means.db, { name: 'register', of: ctx.address, max: 60, within: hour }, means.now());
  await throttle(means.db, { name: 'register-to', of: input.email, max: 5, within: hour }, means.now());
  const password_hash = await means.hasher.hash(input.password);
  const person = { name: input.name, email: input.email, locale: input.locale, password_hash };
  const now = means.now();
  await inTransaction(means.db, async (tx) => {
    const user =
      (await insertUser(tx, { ...person, role: 'user', confirmed: false }, now)) ??
      (await replaceUnconfirmed(tx, person, now));
    if (!user) throw new Refusal('INVALID_FIELDS', { email: ['unique'] });
    await audit({ tx, person: null, now }, { action: 'user.registered', entity: 'users', entityKey: user.id });
    await announce(tx, [{ scopes: ['admin'], entity: 'people', key: String(user.id), rev: user.rev }]);
    await postLink(ctx, tx, { ...person, id: user.id });
  });
  means.post.wake();
  return { code: 'SUCCESS' };
}

/** Switches the account of a link on. The link works once, for a day, and signs nobody in. */
export async function confirm(
  ctx: Context,
  input: ParsedInputOf<typeof confirmEmail>,
): Promise<OutputOf<typeof confirmEmail>> {
  const now = ctx.means.now();
  await inTransaction(ctx.means.db, async (tx) => {
    const userId = await useToken(tx, { token_hash: hashToken(input.token), kind: 'confirm' }, now);
    const user = userId === null ? null : await activate(tx, userId, now);
    if (!user) throw new Refusal('INVALID_FIELDS', { token: ['invalid'] });
    await audit({ tx, person: null, now }, { action: 'user.confirmed', entity: 'users', entityKey: user.id });
    await announce(tx, [
      { scopes: ['admin'], entity: 'people', key: String(user.id), rev: user.rev },
      { scopes: [`u:${user.id}`], entity: 'account', key: String(user.id), rev: user.rev },
    ]);
  });
  return { code: 'SUCCESS' };
}

/** Posts a new link to an account that waits for one; the answer tells nothing about the address. */
export async function resend(
  ctx: Context,
  input: ParsedInputOf<typeof resendConfirmation>,
): Promise<OutputOf<typeof resendConfirmation>> {
  const { means } = ctx;
  await throttle(means.db, { name: 'resend', of: ctx.address, max: 60, within: hour }, means.now());
  await throttle(means.db, { name: 'resend-to', of: input.email, max: 3, within: hour }, means.now());
  const account = await findAccount(means.reader, input.email);
  if (account && account.confirmed_at === null) {
    await inTransaction(means.db, (tx) => postLink(ctx, tx, { ...account, locale: input.locale }));
    means.post.wake();
  }
  return { code: 'SUCCESS' };
}

type Addressee = { id: number; name: string; email: string; locale: 'en' | 'fr' | 'ar' };

/** The link's host comes from the settings, never from the request. */
async function postLink(ctx: Context, tx: Work['tx'], to: Addressee): Promise<void> {
  const now = ctx.means.now();
  const token = newToken();
  await replaceTokens(
    tx,
    { token_hash: hashToken(token), kind: 'confirm', user_id: to.id, expires_at: now + linkLife },
    now,
  );
  const link = `${ctx.means.home()}/auth/email-confirmation?token=${token}`;
  await queueLetter(tx, confirmationLetter(to, link), now);
}
