import type { confirmEmail, register, resendConfirmation } from '../../../contract/auth.ts';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { Locale } from '../../../contract/locales.ts';
import { audit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction, type TransactionContext } from '../../platform/database/transaction.ts';
import { announce } from '../../platform/changes/feed.ts';
import { asLocale, queueEmail, safeInSentence, type Email } from '../../platform/mail/email.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { hashToken, newToken } from '../../platform/crypto/tokens.ts';
import { unambiguousRegistration, type Registration } from '../../shared/registrations.ts';
import { isCommonPassword } from '../../platform/crypto/common-passwords.ts';
import { throttle } from '../../platform/throttle.ts';
import { announceUser, isEmailTaken, invalidateLinks } from '../../shared/users.ts';
import { applyNewEmail } from './email-change.ts';
import { findConfirmLink, insertToken, replaceTokens, consumeToken } from './links.ts';
import { activate, findAccount, findUnconfirmed, insertUser } from './rows.ts';

const hour = 3_600_000;
/** How long a confirmation link is valid. */
const linkLifetime = 24 * hour;

/**
 * Creates an unconfirmed account and sends the link that activates it. Name and password are stored with the link: when
 * an address is registered several times, the account gets the name and password of the clicked link (D-19).
 */
export async function registerPerson(
  ctx: Context,
  input: ParsedInputOf<typeof register>,
): Promise<OutputOf<typeof register>> {
  const { services } = ctx;
  if (await isCommonPassword(input.password, input.email))
    throw new Refusal('INVALID_FIELDS', { password: ['too_common'] });
  await throttle(services.db, { name: 'register', subject: ctx.address, max: 60, within: hour }, services.now());
  await throttle(services.db, { name: 'register-to', subject: input.email, max: 5, within: hour }, services.now());
  const password_hash = await services.hasher.hash(input.password);
  const { name, email, locale } = input;
  const now = services.now();
  await inTransaction(services.db, async (tx) => {
    const account = { name, email, locale, password_hash: null, role: 'user', confirmed: false } as const;
    const inserted = await insertUser(tx, account, now);
    const user = inserted ?? (await findUnconfirmed(tx, email));
    if (!user) throw new Refusal('INVALID_FIELDS', { email: ['unique'] });
    await audit({ tx, person: null, now }, { action: 'user.registered', entity: 'users', entityKey: user.id });
    if (inserted)
      await announce(tx, [{ scopes: ['admin'], entity: 'people', key: String(inserted.id), rev: inserted.rev }]);
    await sendLink({ ctx, tx, now }, { id: user.id, email }, { name, password_hash, locale });
  });
  services.mail.wake();
  return { code: 'SUCCESS' };
}

/**
 * Applies a link of an e-mail: activates a registered account, or gives an account its new address. The link works once
 * within a day, and does not sign in.
 */
export async function applyEmailLink(
  ctx: Context,
  input: ParsedInputOf<typeof confirmEmail>,
): Promise<OutputOf<typeof confirmEmail>> {
  const token_hash = hashToken(input.token);
  await inTransaction(ctx.services.db, async (tx) => {
    const isDone = (await activateByLink(ctx, tx, token_hash)) || (await applyNewEmail(ctx, tx, token_hash));
    if (!isDone) throw linkInvalid();
  }).catch((error: unknown) => {
    throw isEmailTaken(error) ? linkInvalid() : error;
  });
  return { code: 'SUCCESS' };
}

const linkInvalid = (): Refusal => new Refusal('INVALID_FIELDS', { token: ['invalid'] });

/**
 * Activates the account of a registration's link and ends the account's other links. Returns false when the link is of
 * another kind or no longer valid.
 */
async function activateByLink(
  { services }: Context,
  tx: TransactionContext['tx'],
  token_hash: string,
): Promise<boolean> {
  const now = services.now();
  const link = await findConfirmLink(tx, token_hash, now);
  // The account is locked before its links: when two links are clicked at once, the second waits here for the first.
  const user = link && (await activate(tx, link, now));
  const used = user && (await consumeToken(tx, { token_hash, kind: 'confirm' }, now));
  if (!user || !used) return false;
  await invalidateLinks(tx, user.id, now);
  await audit({ tx, person: null, now }, { action: 'user.confirmed', entity: 'users', entityKey: user.id });
  await announceUser(tx, user);
  return true;
}

/**
 * Sends another link to an unconfirmed account; the response reveals nothing about the address. After a second
 * registration, which may be a stranger's, the e-mail asks to register again instead, so that its recipient chooses the
 * password.
 */
export async function resendConfirmationLink(
  ctx: Context,
  input: ParsedInputOf<typeof resendConfirmation>,
): Promise<OutputOf<typeof resendConfirmation>> {
  const { services } = ctx;
  await throttle(services.db, { name: 'resend', subject: ctx.address, max: 60, within: hour }, services.now());
  await throttle(services.db, { name: 'resend-to', subject: input.email, max: 3, within: hour }, services.now());
  const account = await findAccount(services.reader, input.email);
  if (account && account.confirmed_at === null) {
    const now = services.now();
    await inTransaction(services.db, async (tx) => {
      const registration = await unambiguousRegistration(tx, account);
      const { email, id, created_at } = account;
      const { locale } = input;
      const link = `${services.publicUrl()}/auth/register`;
      if (registration) await resendLink({ ctx, tx, now }, { id, created_at, email, locale }, registration);
      // Only the owner of the address knows which registration was theirs (D-19).
      else await queueEmail(tx, { kind: 'register_again', recipient: email, locale, values: {}, link }, now);
    });
    services.mail.wake();
  }
  return { code: 'SUCCESS' };
}

interface SendContext {
  ctx: Context;
  tx: TransactionContext['tx'];
  now: number;
}

interface Addressee {
  id: number;
  email: string;
  locale?: Locale;
}

/** Sends the link of a new registration; the links of earlier registrations stay valid. */
async function sendLink(context: SendContext, to: Addressee, registration: Registration): Promise<void> {
  const { row, message } = newLink(context, to, registration);
  await insertToken(context.tx, row, context.now);
  await queueEmail(context.tx, message, context.now);
}

/** Sends another link for an unambiguous registration and ends the earlier links. */
async function resendLink(
  context: SendContext,
  account: Addressee & { created_at: number },
  registration: Registration,
): Promise<void> {
  const { row, message } = newLink(context, account, registration);
  // The time of the account, by which `unambiguousRegistration` recognises the first registration.
  await replaceTokens(context.tx, { ...row, created_at: account.created_at }, context.now);
  await queueEmail(context.tx, message, context.now);
}

/** Returns the row and the e-mail of a new link, whose host comes from the settings and never from the request. */
function newLink({ ctx, now }: SendContext, { id, email, locale }: Addressee, registration: Registration) {
  const token = newToken();
  const { name, password_hash, locale: registeredLocale } = registration;
  const row = { token_hash: hashToken(token), kind: 'confirm', user_id: id, expires_at: now + linkLifetime };
  const link = `${ctx.services.publicUrl()}/auth/email-confirmation?token=${token}`;
  const message: Email = {
    kind: 'confirm_address',
    recipient: email,
    locale: locale ?? asLocale(registeredLocale),
    values: { name: safeInSentence(name) },
    link,
  };
  return { row: { ...row, name, password_hash, locale: registeredLocale }, message };
}
