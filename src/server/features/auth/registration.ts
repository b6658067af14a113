import type { confirmEmail, register, resendConfirmation } from '../../../contract/auth.ts';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { Locale } from '../../../contract/locales.ts';
import { audit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction, type Work } from '../../platform/database/transaction.ts';
import { announce } from '../../platform/feed.ts';
import { asLocale, queueLetter } from '../../platform/mail/letter.ts';
import { Refusal } from '../../platform/refusal.ts';
import { hashToken, newToken } from '../../platform/secrets/tokens.ts';
import { onlyRegistration, type Registration } from '../../platform/registrations.ts';
import { isCommonPassword } from '../../platform/secrets/common-passwords.ts';
import { throttle } from '../../platform/throttle.ts';
import { announceUser, isEmailTaken, spendLinks } from '../../platform/users.ts';
import { confirmationLetter, registerAgainLetter } from './letters.ts';
import { takeNewEmail } from './email-change.ts';
import { findConfirmLink, insertToken, replaceTokens, consumeToken } from './links.ts';
import { activate, findAccount, findUnconfirmed, insertUser } from './rows.ts';

const hour = 3_600_000;
/** Ms a confirmation link works. */
const linkLife = 24 * hour;

/**
 * Makes an unconfirmed account and sends the link that activates it. Name and password wait beside the link: of several
 * registrations of one address the account takes those of the link that is clicked (D-19).
 */
export async function registerPerson(
  ctx: Context,
  input: ParsedInputOf<typeof register>,
): Promise<OutputOf<typeof register>> {
  const { means } = ctx;
  if (await isCommonPassword(input.password, input.email))
    throw new Refusal('INVALID_FIELDS', { password: ['too_common'] });
  await throttle(means.db, { name: 'register', of: ctx.address, max: 60, within: hour }, means.now());
  await throttle(means.db, { name: 'register-to', of: input.email, max: 5, within: hour }, means.now());
  const password_hash = await means.hasher.hash(input.password);
  const { name, email, locale } = input;
  const now = means.now();
  await inTransaction(means.db, async (tx) => {
    const account = { name, email, locale, password_hash: null, role: 'user', confirmed: false } as const;
    const made = await insertUser(tx, account, now);
    const user = made ?? (await findUnconfirmed(tx, email));
    if (!user) throw new Refusal('INVALID_FIELDS', { email: ['unique'] });
    await audit({ tx, person: null, now }, { action: 'user.registered', entity: 'users', entityKey: user.id });
    if (made) await announce(tx, [{ scopes: ['admin'], entity: 'people', key: String(made.id), rev: made.rev }]);
    await sendLink({ ctx, tx, now }, { id: user.id, email }, { name, password_hash, locale });
  });
  means.post.wake();
  return { code: 'SUCCESS' };
}

/**
 * Does what a link of an e-mail is for: activates a registered account, or gives an account its new address. The link
 * works once, for a day, and signs nobody in.
 */
export async function confirm(
  ctx: Context,
  input: ParsedInputOf<typeof confirmEmail>,
): Promise<OutputOf<typeof confirmEmail>> {
  const token_hash = hashToken(input.token);
  await inTransaction(ctx.means.db, async (tx) => {
    const isDone = (await activateByLink(ctx, tx, token_hash)) || (await takeNewEmail(ctx, tx, token_hash));
    if (!isDone) throw linkInvalid();
  }).catch((error: unknown) => {
    throw isEmailTaken(error) ? linkInvalid() : error;
  });
  return { code: 'SUCCESS' };
}

const linkInvalid = (): Refusal => new Refusal('INVALID_FIELDS', { token: ['invalid'] });

/** Activates the account of a registration's link and ends its other links; false when it is none that works. */
async function activateByLink({ means }: Context, tx: Work['tx'], token_hash: string): Promise<boolean> {
  const now = means.now();
  const link = await findConfirmLink(tx, token_hash, now);
  // The account is locked before its links: two of them clicked at once wait here for each other.
  const user = link && (await activate(tx, link, now));
  const used = user && (await consumeToken(tx, { token_hash, kind: 'confirm' }, now));
  if (!user || !used) return false;
  await spendLinks(tx, user.id, now);
  await audit({ tx, person: null, now }, { action: 'user.confirmed', entity: 'users', entityKey: user.id });
  await announceUser(tx, user);
  return true;
}

/**
 * Sends another link to an unconfirmed account; the answer tells nothing about the address. The link carries the
 * account's registration only while there has been no other: after a second one, which may be a stranger's, the e-mail
 * asks to register again instead, so that the password is chosen by whoever reads it.
 */
export async function resend(
  ctx: Context,
  input: ParsedInputOf<typeof resendConfirmation>,
): Promise<OutputOf<typeof resendConfirmation>> {
  const { means } = ctx;
  await throttle(means.db, { name: 'resend', of: ctx.address, max: 60, within: hour }, means.now());
  await throttle(means.db, { name: 'resend-to', of: input.email, max: 3, within: hour }, means.now());
  const account = await findAccount(means.reader, input.email);
  if (account && account.confirmed_at === null) {
    const now = means.now();
    await inTransaction(means.db, async (tx) => {
      const registration = await onlyRegistration(tx, account);
      const to = { email: account.email, locale: input.locale };
      if (registration) await resendLink({ ctx, tx, now }, { ...account, ...to }, registration);
      else await queueLetter(tx, registerAgainLetter(to, `${means.home()}/auth/register`), now);
    });
    means.post.wake();
  }
  return { code: 'SUCCESS' };
}

interface Sending {
  ctx: Context;
  tx: Work['tx'];
  now: number;
}

interface Addressee {
  id: number;
  email: string;
  locale?: Locale;
}

/** Sends the link of a new registration; those of earlier ones stay valid beside it. */
async function sendLink(sending: Sending, to: Addressee, registration: Registration): Promise<void> {
  const { row, letter } = newLink(sending, to, registration);
  await insertToken(sending.tx, row, sending.now);
  await queueLetter(sending.tx, letter, sending.now);
}

/** Sends another link of the account's only registration; the earlier links of it end. */
async function resendLink(
  sending: Sending,
  account: Addressee & { created_at: number },
  registration: Registration,
): Promise<void> {
  const { row, letter } = newLink(sending, account, registration);
  await replaceTokens(sending.tx, { ...row, created_at: account.created_at }, sending.now);
  await queueLetter(sending.tx, letter, sending.now);
}

/** The link's host comes from the settings, never from the request. */
function newLink({ ctx, now }: Sending, { id, email, locale }: Addressee, registration: Registration) {
  const token = newToken();
  const { name, password_hash, locale: registered } = registration;
  const row = { token_hash: hashToken(token), kind: 'confirm', user_id: id, expires_at: now + linkLife };
  const link = `${ctx.means.home()}/auth/email-confirmation?token=${token}`;
  const letter = confirmationLetter({ name, email, locale: locale ?? asLocale(registered) }, link);
  return { row: { ...row, name, password_hash, locale: registered }, letter };
}
