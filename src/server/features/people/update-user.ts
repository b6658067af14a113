import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { roleIds, rootAdminId } from '../../../contract/limits.ts';
import type { setUserActive, updateUser } from '../../../contract/people.ts';
import { audit } from '../../platform/audit.ts';
import { allow } from '../../platform/allowed.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { Work } from '../../platform/database/transaction.ts';
import { queueNotice } from '../../platform/mail/notices.ts';
import { checkOwnPassword } from '../../platform/own-password.ts';
import { Refusal } from '../../platform/refusal.ts';
import { onlyRegistration, type Registration } from '../../platform/registrations.ts';
import { isCommonPassword } from '../../platform/secrets/common-passwords.ts';
import { revokeSessionsOf } from '../../platform/sessions.ts';
import { inUserTransaction } from '../../platform/user-transaction.ts';
import {
  announceUser,
  findUser,
  foundBy,
  isEmailTaken,
  lockUser,
  spendLinks,
  takenFields,
  userOf,
  type UserRecord,
} from '../../platform/users.ts';
import { mayEdit, mayEnd, maySetRole } from './policy.ts';

type Input = ParsedInputOf<typeof updateUser>;

/**
 * Changes the fields that came. A new address, password or role ends the user's sessions; who changes the own address
 * or password knows the present one and stays signed in on this device.
 */
export async function update(ctx: SignedIn, input: Input): Promise<OutputOf<typeof updateUser>> {
  const { means, person } = ctx;
  const seen = allow(await findUser(means.reader, input.id), mayEdit(person), 'FORBIDDEN');
  if (input.role_id !== undefined && !maySetRole(person, seen, input.role_id)) throw new Refusal('FORBIDDEN');
  const password = input.password || undefined;
  await checkSecrets(ctx, input, seen);
  const passwordHash = password === undefined ? null : await means.hasher.hash(password);
  await inUserTransaction(ctx, (work) => write(work, input, passwordHash)).catch(explainTaken);
  return { code: 'SUCCESS', user: await userOf(means.reader, input.id) };
}

/** Switches an account off or on; its sessions are dead on the next request (S4-16). */
export async function switchActive(
  ctx: SignedIn,
  input: ParsedInputOf<typeof setUserActive>,
): Promise<OutputOf<typeof setUserActive>> {
  await inUserTransaction(ctx, async (work) => {
    const { tx, person, now } = work;
    const user = await lockUser(tx, input.id, mayEnd(person));
    const is_active = input.is_active ? 1 : 0;
    // An admin's word ends the wait for a confirmation, or a link would switch on again what was switched off.
    const registration = user.confirmed_at === null ? await onlyRegistration(tx, user) : undefined;
    const change = { ...registrationFor(user, registration), is_active, confirmed_at: user.confirmed_at ?? now };
    await tx
      .updateTable('users')
      .set({ ...change, updated_at: now })
      .where('id', '=', user.id)
      .execute();
    if (is_active === 0) await revokeSessionsOf(tx, user.id, now);
    if (is_active === 0 || user.confirmed_at === null) await spendLinks(tx, user.id, now);
    if (user.is_active !== is_active) {
      const about = { old: { is_active: user.is_active === 1 }, new: { is_active: input.is_active } };
      await audit(work, { action: 'user.active', entity: 'users', entityKey: user.id, ...about });
    }
    await announceUser(tx, user);
  });
  return { code: 'SUCCESS', user: await userOf(ctx.means.reader, input.id) };
}

/**
 * What an unconfirmed account takes when an admin decides about it: its one registration, unless an admin has given it a
 * password. Of several none: a stranger's password must not open it, and a link to a new one does (D-19).
 */
function registrationFor(user: UserRecord, registration: Registration | undefined): Partial<UserRecord> {
  if (!registration || user.password_hash !== null) return {};
  return { password_hash: registration.password_hash, locale: registration.locale };
}

async function checkSecrets(ctx: SignedIn, input: Input, seen: Pick<UserRecord, 'id' | 'email'>): Promise<void> {
  const { email = seen.email, password, current_password } = input;
  if (password && (await isCommonPassword(password, email))) {
    throw new Refusal('INVALID_FIELDS', { password: ['too_common'] });
  }
  if (seen.id !== ctx.person.id || (!password && email === seen.email)) return;
  // Otherwise whoever finds an open session could give it a new password, and with that a new PIN (D-7).
  if (!current_password) throw new Refusal('INVALID_FIELDS', { current_password: ['required'] });
  await checkOwnPassword(ctx, current_password, 'current_password');
}

async function write(work: Work, input: Input, passwordHash: string | null): Promise<void> {
  const { tx, person, now } = work;
  const user = await lockUser(tx, input.id, mayEdit(person));
  const { old, changed } = differences(user, input);
  if (changed.role_id !== undefined && !maySetRole(person, user, changed.role_id)) throw new Refusal('FORBIDDEN');
  const taken = await takenFields(tx, changed, user.id);
  if (Object.keys(taken).length > 0) throw new Refusal('INVALID_FIELDS', taken);
  await tx
    .updateTable('users')
    .set({
      ...changed,
      ...(passwordHash !== null && { password_hash: passwordHash }),
      ...(changed.role_id === roleIds.user && { pin_hash: null, pin_failures: 0, pin_locked_until: null }),
      ...foundBy({ ...user, ...changed }),
      updated_at: now,
    })
    .where('id', '=', user.id)
    .execute();
  if (passwordHash !== null || changed.email !== undefined || changed.role_id !== undefined) {
    await revokeSessionsOf(tx, user.id, now, user.id === person.id ? person.sessionId : null);
    await spendLinks(tx, user.id, now);
  }
  await note(work, user, { old, changed, newPassword: passwordHash !== null });
  await mailAbout(work, user, { changed, newPassword: passwordHash !== null });
  await announceUser(tx, user);
}

type Fields = Partial<Pick<UserRecord, 'name' | 'email' | 'username' | 'role_id'>>;

function differences(user: UserRecord, input: Input): { old: Fields; changed: Fields } {
  const wanted = { name: input.name, email: input.email, username: input.username, role_id: input.role_id };
  const names = (Object.keys(wanted) as (keyof Fields)[]).filter(
    (name) => wanted[name] !== undefined && wanted[name] !== user[name],
  );
  const pick = (from: object) =>
    Object.fromEntries(Object.entries(from).filter(([name]) => names.some((n) => n === name)));
  return { old: pick(user), changed: pick(wanted) };
}

async function note(
  work: Work,
  user: UserRecord,
  { old, changed, newPassword }: { old: Fields; changed: Fields; newPassword: boolean },
): Promise<void> {
  const about = { entity: 'users', entityKey: user.id };
  if (Object.keys(changed).length > 0) await audit(work, { action: 'user.updated', ...about, old, new: changed });
  if (newPassword) await audit(work, { action: 'user.password_changed', ...about });
}

/** What the owner must hear of at the address from before the change, and root of every new admin. */
async function mailAbout(
  work: Work,
  user: UserRecord,
  { changed, newPassword }: { changed: Fields; newPassword: boolean },
): Promise<void> {
  const [email, admin] = [changed.email !== undefined, { id: user.id, name: changed.name ?? user.name }];
  if (email || newPassword) await queueNotice(work, user, { kind: 'account.changed', email, password: newPassword });
  if (changed.role_id === roleIds.admin) await queueNotice(work, rootAdminId, { kind: 'admin.made', admin });
}

/** On PostgreSQL two changes at once can both find an address free; then its index says no to the second. */
function explainTaken(error: unknown): never {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  if (isEmailTaken(error)) throw new Refusal('INVALID_FIELDS', { email: ['unique'] });
  if (code === '23505' && constraint === 'users_username') {
    throw new Refusal('INVALID_FIELDS', { username: ['unique'] });
  }
  throw error;
}
