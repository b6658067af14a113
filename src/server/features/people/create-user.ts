import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { roleIds, rootAdminId } from '../../../contract/limits.ts';
import type { createUser } from '../../../contract/people.ts';
import { adjust } from '../../ledger/ledger.ts';
import { audit } from '../../platform/audit.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { queueNotice } from '../../platform/mail/notices.ts';
import { toCents } from '../../platform/base/wire-values.ts';
import { hasResult, runOnce, touchedOrThrow } from '../../platform/idempotency.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { isCommonPassword } from '../../platform/crypto/common-passwords.ts';
import { checkPin } from '../../shared/pins.ts';
import { sign } from '../../platform/crypto/tokens.ts';
import { announceUser, searchColumnsOf, duplicateErrors, userOf } from '../../shared/users.ts';
import { mayCreate } from './policy.ts';

type Input = ParsedInputOf<typeof createUser>;

/**
 * Creates an account that can sign in at once. An opening balance needs the acting admin's PIN and is a ledger row
 * (D-9). The same key again returns the same user.
 */
export async function addUser(ctx: SignedIn, input: Input): Promise<OutputOf<typeof createUser>> {
  if (!mayCreate(ctx.person, input.role_id)) throw new Refusal('FORBIDDEN');
  await checkFields(input);
  const { password, pin, ...plain } = input;
  // The fingerprint contains the password signed with the pepper, never the password itself: without the pepper, a
  // stolen fingerprint does not help to guess the password.
  const args = { ...plain, password: sign(ctx.services.settings.pepper, `new user ${ctx.key} ${password}`) };
  const isDone = await hasResult(ctx);
  if (!isDone && input.balance > 0) await checkPin(ctx, pin!); // `checkFields` requires it
  const passwordHash = isDone ? '' : await ctx.services.hasher.hash(password);
  const outcome = await runOnce(ctx, { key: ctx.key, kind: 'user.create', args }, (transaction) =>
    createInTransaction(transaction, input, passwordHash),
  );
  const id = touchedOrThrow(outcome)
    .find((ref) => ref.startsWith('people:'))!
    .slice('people:'.length);
  return { code: 'SUCCESS', user: await userOf(ctx.services.reader, Number(id)) };
}

async function checkFields({ email, password, balance, role_id, pin }: Input): Promise<void> {
  const wrong = {
    ...((await isCommonPassword(password, email)) && { password: ['too_common'] }),
    ...(balance > 0 && role_id !== roleIds.user && { balance: ['invalid'] }),
    ...(balance > 0 && pin === undefined && { pin: ['required'] }),
  };
  if (Object.keys(wrong).length > 0) throw new Refusal('INVALID_FIELDS', wrong);
}

async function createInTransaction(
  transaction: TransactionContext,
  input: Input,
  passwordHash: string,
): Promise<string[]> {
  if (passwordHash === '') throw new Error('a key that had a result has none any more');
  const { name, email, role_id } = input;
  const username = input.username ?? null;
  const user = await transaction.tx
    .insertInto('users')
    .values({
      name,
      email,
      username,
      role_id,
      locale: 'en',
      password_hash: passwordHash,
      pin_hash: null,
      ...searchColumnsOf({ name, email, username }),
      is_active: input.is_active ? 1 : 0,
      confirmed_at: transaction.now, // the admin is responsible for the address
      last_login_at: null,
      last_action_at: null,
      deleted_at: null,
      created_at: transaction.now,
      updated_at: transaction.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'role_id', 'rev'])
    .executeTakeFirst();
  if (!user) throw new Refusal('INVALID_FIELDS', await duplicateErrors(transaction.tx, { email, username }, 0));
  await audit(transaction, {
    action: 'user.created',
    entity: 'users',
    entityKey: user.id,
    new: { name, email, username, role_id, is_active: input.is_active, balance: input.balance },
  });
  await announceUser(transaction.tx, user);
  if (role_id === roleIds.admin) {
    await queueNotice(transaction, rootAdminId, { kind: 'admin.made', admin: { id: user.id, name } });
  }
  if (input.balance === 0) return [`people:${user.id}`];
  const opening = { userId: user.id, kind: 'opening', cents: toCents(input.balance), note: null } as const;
  const { ledgerId } = await adjust(transaction, opening);
  return [`people:${user.id}`, `ledger:${ledgerId}`];
}
