import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { roleIds, rootAdminId } from '../../../contract/limits.ts';
import type { setUserActive, updateUser } from '../../../contract/people.ts';
import { can, roleOf } from '../../../contract/permissions.ts';
import { audit } from '../../platform/audit.ts';
import { allow } from '../../platform/base/permissions.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { hasResult, runOnce, touchedOrThrow } from '../../platform/idempotency.ts';
import { queueNotice } from '../../platform/mail/notices.ts';
import { readLastChange } from '../../shared/history.ts';
import { checkOwnPassword } from '../../shared/own-password.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { unambiguousRegistration, type Registration } from '../../shared/registrations.ts';
import { isCommonPassword } from '../../platform/crypto/common-passwords.ts';
import { sign } from '../../platform/crypto/tokens.ts';
import { revokeSessionsOf } from '../../platform/sessions.ts';
import { inUserTransaction } from '../../platform/user-transaction.ts';
import {
  announceUser,
  findUser,
  searchColumnsOf,
  isEmailTaken,
  lockUser,
  invalidateLinks,
  duplicateErrors,
  userOf,
  type UserRecord,
} from '../../shared/users.ts';
import { mayEdit, mayDeactivateOrDelete, maySetRole } from './policy.ts';

type Input = ParsedInputOf<typeof updateUser>;

/**
 * Changes the given fields. A new address, password or role ends the user's sessions; users who change their own
 * address or password must know the current password and stay signed in on this device. The same key again changes
 * nothing, and does not check the current password, which the first request may have replaced.
 */
export async function editUser(ctx: SignedIn, input: Input): Promise<OutputOf<typeof updateUser>> {
  const { services, person } = ctx;
  const current = allow(await findUser(services.reader, input.id), mayEdit(person), { otherwise: 'FORBIDDEN' });
  if (input.role_id !== undefined && !maySetRole(person, current, input.role_id)) throw new Refusal('FORBIDDEN');
  const password = input.password || undefined;
  const isDone = await hasResult(ctx);
  if (!isDone) await checkSecrets(ctx, input, current);
  const passwordHash = password === undefined || isDone ? null : await services.hasher.hash(password);
  const request = { key: ctx.key, kind: 'user.update', args: argsOf(ctx, input) };
  const outcome = await runOnce(ctx, request, async (transaction) => {
    if (isDone) throw new Error('a key that had a result has none any more');
    await updateInTransaction(transaction, input, passwordHash);
    return [`people:${input.id}`];
  }).catch(refusalOfDuplicate);
  touchedOrThrow(outcome);
  return { code: 'SUCCESS', user: await userOf(services.reader, input.id) };
}

/** Returns the arguments for the fingerprint of a key, with passwords signed as those of a new user. */
function argsOf({ key, services: { settings } }: SignedIn, { password, current_password, ...plain }: Input): object {
  const signed = (text: string | undefined) => text && sign(settings.pepper, `user ${plain.id} ${key} ${text}`);
  return { ...plain, password: signed(password), current_password: signed(current_password) };
}

/** Activates or deactivates an account; its sessions are invalid from the next request on (S4-16). */
export async function switchActive(
  ctx: SignedIn,
  input: ParsedInputOf<typeof setUserActive>,
): Promise<OutputOf<typeof setUserActive>> {
  await inUserTransaction(ctx, async (transaction) => {
    const { tx, person, now } = transaction;
    const user = await lockUser(tx, input.id, mayDeactivateOrDelete(person));
    const is_active = input.is_active ? 1 : 0;
    // An admin's decision replaces the confirmation; otherwise a link could activate a deactivated account again.
    const registration = user.confirmed_at === null ? await unambiguousRegistration(tx, user) : undefined;
    const change = { ...registrationFor(user, registration), is_active, confirmed_at: user.confirmed_at ?? now };
    await tx
      .updateTable('users')
      .set({ ...change, updated_at: now })
      .where('id', '=', user.id)
      .execute();
    if (is_active === 0) await revokeSessionsOf(tx, user.id, now);
    if (is_active === 0 || user.confirmed_at === null) await invalidateLinks(tx, user.id, now);
    if (user.is_active !== is_active) {
      const about = { old: { is_active: user.is_active === 1 }, new: { is_active: input.is_active } };
      await audit(transaction, { action: 'user.active', entity: 'users', entityKey: user.id, ...about });
    }
    await announceUser(tx, user);
  });
  return { code: 'SUCCESS', user: await userOf(ctx.services.reader, input.id) };
}

/**
 * The columns that an unconfirmed account takes from its registration when an admin decides on it: none if an admin has
 * set a password, or if the registration is ambiguous. Then no stranger's password can open the account, and its owner
 * can ask for a link to choose one (D-19).
 */
function registrationFor(user: UserRecord, registration: Registration | undefined): Partial<UserRecord> {
  if (!registration || user.password_hash !== null) return {};
  return { password_hash: registration.password_hash, locale: registration.locale };
}

async function checkSecrets(ctx: SignedIn, input: Input, current: Pick<UserRecord, 'id' | 'email'>): Promise<void> {
  const { email = current.email, password, current_password } = input;
  if (password && (await isCommonPassword(password, email))) {
    throw new Refusal('INVALID_FIELDS', { password: ['too_common'] });
  }
  if (current.id !== ctx.person.id || (!password && email === current.email)) return;
  // Otherwise a stranger who finds an open session could set a new password, and with it a new PIN (D-7).
  if (!current_password) throw new Refusal('INVALID_FIELDS', { current_password: ['required'] });
  await checkOwnPassword(ctx, current_password, 'current_password');
}

async function updateInTransaction(
  transaction: TransactionContext,
  input: Input,
  passwordHash: string | null,
): Promise<void> {
  const { tx, person, now } = transaction;
  const user = await lockUser(tx, input.id, mayEdit(person));
  const { old, changed } = differences(user, input);
  await checkSeen(transaction, user, { changed, from: input.from });
  if (changed.role_id !== undefined && !maySetRole(person, user, changed.role_id)) throw new Refusal('FORBIDDEN');
  const duplicates = await duplicateErrors(tx, changed, user.id);
  if (Object.keys(duplicates).length > 0) throw new Refusal('INVALID_FIELDS', duplicates);
  await tx
    .updateTable('users')
    .set({
      ...changed,
      ...(passwordHash !== null && { password_hash: passwordHash }),
      ...(losesMoney(changed) && { pin_hash: null, pin_failures: 0, pin_locked_until: null }),
      ...searchColumnsOf({ ...user, ...changed }),
      updated_at: now,
    })
    .where('id', '=', user.id)
    .execute();
  if (passwordHash !== null || changed.email !== undefined || changed.role_id !== undefined) {
    await revokeSessionsOf(tx, user.id, now, user.id === person.id ? person.sessionId : null);
    await invalidateLinks(tx, user.id, now);
  }
  await auditChanges(transaction, user, { old, changed, newPassword: passwordHash !== null });
  await queueNotices(transaction, user, { changed, newPassword: passwordHash !== null });
  await announceUser(tx, user, { newRoleId: changed.role_id });
}

/** Returns whether a change of role removes the permission `money`; the user's PIN is deleted then. */
const losesMoney = ({ role_id }: Fields): boolean => role_id !== undefined && !can(roleOf({ role_id }), 'money');

type Fields = Partial<Pick<UserRecord, 'name' | 'email' | 'username' | 'role_id'>>;

function differences(user: UserRecord, input: Input): { old: Fields; changed: Fields } {
  const requested = { name: input.name, email: input.email, username: input.username, role_id: input.role_id };
  const names = (Object.keys(requested) as (keyof Fields)[]).filter(
    (name) => requested[name] !== undefined && requested[name] !== user[name],
  );
  const pick = (from: object) =>
    Object.fromEntries(Object.entries(from).filter(([name]) => names.some((changedName) => changedName === name)));
  return { old: pick(user), changed: pick(requested) };
}

/** Throws CONFLICT when another admin has changed one of these fields since the acting admin saw them (OF-12). */
async function checkSeen(
  { tx }: TransactionContext,
  user: UserRecord,
  { changed, from }: { changed: Fields; from: Input['from'] },
): Promise<void> {
  const names = Object.keys(changed) as (keyof Fields)[];
  if (!names.some((name) => from?.[name] !== undefined && from[name] !== user[name])) return;
  const { name, email, username, role_id } = user;
  const last = await readLastChange(tx, { entity: 'users', key: user.id }, ['user.updated']);
  throw new Refusal('CONFLICT', { current: { name, email, username, role_id }, ...last });
}

async function auditChanges(
  transaction: TransactionContext,
  user: UserRecord,
  { old, changed, newPassword }: { old: Fields; changed: Fields; newPassword: boolean },
): Promise<void> {
  const about = { entity: 'users', entityKey: user.id };
  if (Object.keys(changed).length > 0)
    await audit(transaction, { action: 'user.updated', ...about, old, new: changed });
  if (newPassword) await audit(transaction, { action: 'user.password_changed', ...about });
}

/** Queues e-mails to the owner, at the address from before the change, and to root about a new admin. */
async function queueNotices(
  transaction: TransactionContext,
  user: UserRecord,
  { changed, newPassword }: { changed: Fields; newPassword: boolean },
): Promise<void> {
  const [email, admin] = [changed.email !== undefined, { id: user.id, name: changed.name ?? user.name }];
  if (email || newPassword)
    await queueNotice(transaction, user, { kind: 'account.changed', email, password: newPassword });
  if (changed.role_id === roleIds.admin) await queueNotice(transaction, rootAdminId, { kind: 'admin.made', admin });
}

/** On PostgreSQL two simultaneous changes can both find a name free; the unique index then rejects the second change. */
function refusalOfDuplicate(error: unknown): never {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  if (isEmailTaken(error)) throw new Refusal('INVALID_FIELDS', { email: ['unique'] });
  if (code === '23505' && constraint === 'users_username') {
    throw new Refusal('INVALID_FIELDS', { username: ['unique'] });
  }
  throw error;
}
