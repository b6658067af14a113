import type { Transaction } from 'kysely';
import type { changeEmail } from '../../../contract/auth.ts';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { audit } from '../../platform/audit.ts';
import type { Context, SignedIn } from '../../platform/context.ts';
import type { Database } from '../../platform/database/schema.ts';
import { anonymiseUser } from '../../shared/anonymise-user.ts';
import { asLocale, queueEmail, safeInSentence } from '../../platform/mail/email.ts';
import { queueNotice } from '../../platform/mail/notices.ts';
import { checkOwnPassword } from '../../shared/own-password.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { hashToken, newToken } from '../../platform/crypto/tokens.ts';
import { throttle } from '../../platform/throttle.ts';
import { inUserTransaction } from '../../platform/user-transaction.ts';
import { announceUser, searchColumnsOf, lockUser, invalidateLinks } from '../../shared/users.ts';
import { findEmailLink, findAccountByEmail, replaceTokens, consumeToken } from './links.ts';
import { lockActiveUser } from './rows.ts';

const hour = 3_600_000;
/** How long a link to a new address is valid. */
const linkLifetime = 24 * hour;

/**
 * Sends a link to the new address; nothing changes until the link is clicked. A taken address is refused as in a
 * registration, so this call reveals no more than that; an unconfirmed account does not reserve its address.
 */
export async function requestEmailChange(
  ctx: SignedIn,
  { email, current_password }: ParsedInputOf<typeof changeEmail>,
): Promise<OutputOf<typeof changeEmail>> {
  const { services, person } = ctx;
  const checkedHash = await checkOwnPassword(ctx, current_password, 'current_password');
  await countRequest(ctx, email);
  const token = newToken();
  const link = `${services.publicUrl()}/auth/email-confirmation?token=${token}`;
  await inUserTransaction(ctx, async (transaction) => {
    const { tx, now } = transaction;
    const user = await lockUser(tx, person.id, () => true);
    if (user.password_hash !== checkedHash) throw new Refusal('INVALID_FIELDS', { current_password: ['invalid'] });
    const holder = await findAccountByEmail(tx, email);
    if (holder && holder.confirmed_at !== null) throw new Refusal('INVALID_FIELDS', { email: ['unique'] });
    const row = { token_hash: hashToken(token), kind: 'email', user_id: user.id, expires_at: now + linkLifetime };
    await replaceTokens(tx, { ...row, email }, now);
    const values = { name: safeInSentence(user.name) };
    await queueEmail(tx, { kind: 'new_address', recipient: email, locale: asLocale(user.locale), values, link }, now);
    await audit(transaction, { action: 'user.email_requested', entity: 'users', entityKey: user.id });
  });
  services.mail.wake();
  return { code: 'SUCCESS' };
}

/** Five requests per user and three e-mails per address in an hour. */
async function countRequest({ services: { db, now }, person }: SignedIn, email: string): Promise<void> {
  await throttle(db, { name: 'email-change', subject: String(person.id), max: 5, within: hour }, now());
  await throttle(db, { name: 'email-change-to', subject: email, max: 3, within: hour }, now());
}

/**
 * Gives the account of a link its new address and notifies the old address. Returns false when the link is of another
 * kind or no longer valid, or the address is taken. The account's other links end, since they were sent to the old
 * address; its sessions continue.
 */
export async function applyNewEmail(
  { services }: Pick<Context, 'services'>,
  tx: Transaction<Database>,
  token_hash: string,
): Promise<boolean> {
  const now = services.now();
  const link = await findEmailLink(tx, token_hash, now);
  if (!link) return false;
  // The account is locked before its links, as in every other transaction.
  const user = await lockActiveUser(tx, link.user_id);
  if (!user || (await consumeToken(tx, { token_hash, kind: 'email' }, now)) === null) return false;
  if (!(await releaseAddress(tx, link.email, now))) return false;
  await invalidateLinks(tx, user.id, now);
  const searchColumns = searchColumnsOf({ ...user, email: link.email });
  await tx
    .updateTable('users')
    .set({ email: link.email, ...searchColumns, updated_at: now })
    .where('id', '=', user.id)
    .execute();
  const auditFields = { entity: 'users', entityKey: user.id, old: { email: user.email }, new: { email: link.email } };
  await audit({ tx, person: { id: user.id }, now }, { action: 'user.updated', ...auditFields });
  await queueNotice({ tx, now, services }, user, { kind: 'account.changed', email: true, password: false });
  await announceUser(tx, user);
  return true;
}

/**
 * Makes an address available by deleting an unconfirmed account that holds it, because the user has proved to own the
 * mailbox. Returns false when another account keeps the address.
 */
async function releaseAddress(tx: Transaction<Database>, email: string, now: number): Promise<boolean> {
  const holder = await findAccountByEmail(tx, email);
  if (!holder) return true;
  if (holder.confirmed_at !== null || holder.balance_cents !== 0) return false;
  const deletedUser = await anonymiseUser(tx, holder.id, now);
  await invalidateLinks(tx, holder.id, now);
  await audit({ tx, person: null, now }, { action: 'user.deleted', entity: 'users', entityKey: holder.id });
  if (deletedUser) await announceUser(tx, deletedUser, { deleted: true });
  return true;
}
