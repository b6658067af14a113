import type { Transaction } from 'kysely';
import type { changeEmail } from '../../../contract/auth.ts';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { audit } from '../../platform/audit.ts';
import type { Context, SignedIn } from '../../platform/context.ts';
import type { Database } from '../../platform/database/schema.ts';
import { forgetUser } from '../../platform/forget-user.ts';
import { asLocale, queueLetter } from '../../platform/mail/letter.ts';
import { queueNotice } from '../../platform/mail/notices.ts';
import { checkOwnPassword } from '../../platform/own-password.ts';
import { Refusal } from '../../platform/refusal.ts';
import { hashToken, newToken } from '../../platform/secrets/tokens.ts';
import { throttle } from '../../platform/throttle.ts';
import { inUserTransaction } from '../../platform/user-transaction.ts';
import { announceUser, foundBy, lockUser, spendLinks } from '../../platform/users.ts';
import { emailChangeLetter } from './letters.ts';
import { findEmailLink, findHolder, replaceTokens, consumeToken } from './links.ts';
import { holdActive } from './rows.ts';

const hour = 3_600_000;
/** Ms a link to a new address works. */
const linkLife = 24 * hour;

/**
 * Sends a link to the new address; until it is clicked nothing changes. A taken address is refused as a registration
 * refuses it, so that neither tells more than the other; an unconfirmed account does not hold an address.
 */
export async function requestEmail(
  ctx: SignedIn,
  { email, current_password }: ParsedInputOf<typeof changeEmail>,
): Promise<OutputOf<typeof changeEmail>> {
  const { means, person } = ctx;
  const checked = await checkOwnPassword(ctx, current_password, 'current_password');
  await countRequest(ctx, email);
  const token = newToken();
  const link = `${means.home()}/auth/email-confirmation?token=${token}`;
  await inUserTransaction(ctx, async (work) => {
    const { tx, now } = work;
    const user = await lockUser(tx, person.id, () => true);
    if (user.password_hash !== checked) throw new Refusal('INVALID_FIELDS', { current_password: ['invalid'] });
    const holder = await findHolder(tx, email);
    if (holder && holder.confirmed_at !== null) throw new Refusal('INVALID_FIELDS', { email: ['unique'] });
    const row = { token_hash: hashToken(token), kind: 'email', user_id: user.id, expires_at: now + linkLife };
    await replaceTokens(tx, { ...row, email }, now);
    await queueLetter(tx, emailChangeLetter({ name: user.name, email, locale: asLocale(user.locale) }, link), now);
    await audit(work, { action: 'user.email_requested', entity: 'users', entityKey: user.id });
  });
  means.post.wake();
  return { code: 'SUCCESS' };
}

/** Five requests of a person and three e-mails to an address in an hour. */
async function countRequest({ means: { db, now }, person }: SignedIn, email: string): Promise<void> {
  await throttle(db, { name: 'email-change', of: String(person.id), max: 5, within: hour }, now());
  await throttle(db, { name: 'email-change-to', of: email, max: 3, within: hour }, now());
}

/**
 * Gives the account of a link its new address and tells the old one; false when the link is none of this kind, or no
 * longer works. The account's other links end: they were sent to the old address. Its sessions go on.
 */
export async function takeNewEmail(
  { means }: Pick<Context, 'means'>,
  tx: Transaction<Database>,
  token_hash: string,
): Promise<boolean> {
  const now = means.now();
  const link = await findEmailLink(tx, token_hash, now);
  if (!link) return false;
  // The account is locked before its links, as everywhere.
  const user = await holdActive(tx, link.user_id);
  if (!user || (await consumeToken(tx, { token_hash, kind: 'email' }, now)) === null) return false;
  if (!(await isFree(tx, link.email, now))) return false;
  await spendLinks(tx, user.id, now);
  const found = foundBy({ ...user, email: link.email });
  await tx
    .updateTable('users')
    .set({ email: link.email, ...found, updated_at: now })
    .where('id', '=', user.id)
    .execute();
  const about = { entity: 'users', entityKey: user.id, old: { email: user.email }, new: { email: link.email } };
  await audit({ tx, person: { id: user.id }, now }, { action: 'user.updated', ...about });
  await queueNotice({ tx, now, means }, user, { kind: 'account.changed', email: true, password: false });
  await announceUser(tx, user);
  return true;
}

/** An account that nobody has confirmed gives its address up to whoever reads the e-mails that are sent there. */
async function isFree(tx: Transaction<Database>, email: string, now: number): Promise<boolean> {
  const holder = await findHolder(tx, email);
  if (!holder) return true;
  if (holder.confirmed_at !== null || holder.balance_cents !== 0) return false;
  const gone = await forgetUser(tx, holder.id, now);
  await spendLinks(tx, holder.id, now);
  await audit({ tx, person: null, now }, { action: 'user.deleted', entity: 'users', entityKey: holder.id });
  if (gone) await announceUser(tx, gone, { deleted: true });
  return true;
}
