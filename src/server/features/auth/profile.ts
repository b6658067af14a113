import type * as z from 'zod/mini';
import type { currentUser, Profile, updateProfile } from '../../../contract/auth.ts';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { mailKinds, notificationKinds } from '../../../contract/notifications.ts';
import { audit } from '../../platform/audit.ts';
import type { SignedIn } from '../../platform/context.ts';
import { asLocale } from '../../platform/mail/email.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { inUserTransaction } from '../../platform/user-transaction.ts';
import { announceUser, searchColumnsOf, lockUser, userOf, type UserRecord } from '../../shared/users.ts';
import { findPendingEmail } from './links.ts';
import { profileRow } from './rows.ts';

/** Returns the signed-in user and their preferences. */
export async function getCurrentUser(ctx: SignedIn): Promise<OutputOf<typeof currentUser>> {
  const user = await userOf(ctx.services.reader, ctx.person.id);
  const { currency } = ctx.services.settings;
  return { code: 'SUCCESS', data: { user }, user, profile: await profileOf(ctx), currency };
}

/** Changes the user's own name, language, and choice of e-mails and notifications. */
export async function changeProfile(
  ctx: SignedIn,
  input: ParsedInputOf<typeof updateProfile>,
): Promise<OutputOf<typeof updateProfile>> {
  const { services, person } = ctx;
  await inUserTransaction(ctx, (transaction) => updateInTransaction(transaction, input));
  return { code: 'SUCCESS', user: await userOf(services.reader, person.id), profile: await profileOf(ctx) };
}

async function updateInTransaction(
  transaction: TransactionContext,
  input: ParsedInputOf<typeof updateProfile>,
): Promise<void> {
  const { tx, person, now } = transaction;
  const current = await tx.selectFrom('users').selectAll().where('id', '=', person.id).executeTakeFirstOrThrow();
  const changed = changesOf(current, input);
  const names = Object.keys(changed) as (keyof typeof changed)[];
  if (names.length === 0) return;
  const user = await lockUser(tx, person.id, () => true);
  const row = { ...changed, ...searchColumnsOf({ ...user, ...changed }), updated_at: now };
  await tx.updateTable('users').set(row).where('id', '=', user.id).execute();
  const old = Object.fromEntries(names.map((name) => [name, user[name]]));
  await audit(transaction, { action: 'user.updated', entity: 'users', entityKey: user.id, old, new: changed });
  await announceUser(tx, user);
}

type Preferences = Pick<UserRecord, 'name' | 'locale' | 'muted_mail' | 'muted_notifications'>;

function changesOf(
  user: Preferences,
  { muted_mail, muted_notifications, ...fields }: ParsedInputOf<typeof updateProfile>,
): Partial<Preferences> {
  const given = {
    ...fields,
    muted_mail: muted_mail && JSON.stringify(mailKinds.filter((kind) => muted_mail.includes(kind))),
    muted_notifications:
      muted_notifications && JSON.stringify(notificationKinds.filter((kind) => muted_notifications.includes(kind))),
  };
  const names = Object.keys(given) as (keyof Preferences)[];
  const changed = names.filter((name) => given[name] !== undefined && given[name] !== user[name]);
  return Object.fromEntries(changed.map((name) => [name, given[name]]));
}

async function profileOf({ services, person }: SignedIn): Promise<z.infer<typeof Profile>> {
  const { locale, muted_mail, muted_notifications } = await profileRow(services.reader, person.id);
  const mail = JSON.parse(muted_mail) as string[];
  const notifications = JSON.parse(muted_notifications) as string[];
  const pending_email = await findPendingEmail(services.reader, person.id, services.now());
  return {
    locale: asLocale(locale),
    muted_mail: mailKinds.filter((kind) => mail.includes(kind)),
    muted_notifications: notificationKinds.filter((kind) => notifications.includes(kind)),
    pending_email,
  };
}
