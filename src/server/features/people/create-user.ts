import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { roleIds, rootAdminId } from '../../../contract/limits.ts';
import type { createUser } from '../../../contract/people.ts';
import { adjust } from '../../ledger/ledger.ts';
import { audit } from '../../platform/audit.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { Work } from '../../platform/database/transaction.ts';
import { queueNotice } from '../../platform/mail/notices.ts';
import { toCents } from '../../platform/money.ts';
import { once, orRefuse, readKey } from '../../platform/once.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isCommonPassword } from '../../platform/secrets/common-passwords.ts';
import { checkPin } from '../../platform/secrets/pins.ts';
import { sign } from '../../platform/secrets/tokens.ts';
import { announceUser, foundBy, takenFields, userOf } from '../../platform/users.ts';
import { mayCreate } from './policy.ts';

type Input = ParsedInputOf<typeof createUser>;

/**
 * Makes an account that can sign in at once. An opening balance needs the acting admin's PIN and is a ledger row (D-9).
 * The same key again tells the same user.
 */
export async function create(ctx: SignedIn, input: Input): Promise<OutputOf<typeof createUser>> {
  if (!mayCreate(ctx.person, input.role_id)) throw new Refusal('FORBIDDEN');
  await checkFields(input);
  const { password, pin, ...plain } = input;
  // Secrets are no part of what is kept of a request, not even hashed alike: only somebody with the pepper could compare.
  const args = { ...plain, password: sign(ctx.means.settings.pepper, `new user ${ctx.key} ${password}`) };
  const settled = ctx.key !== null && (await readKey(ctx, ctx.key)).state !== 'unknown';
  if (!settled && input.balance > 0) await checkPin(ctx, pin!); // `checkFields` has asked for it
  const passwordHash = settled ? '' : await ctx.means.hasher.hash(password);
  const outcome = await once(ctx, { key: ctx.key, kind: 'user.create', args }, (work) =>
    write(work, input, passwordHash),
  );
  const id = orRefuse(outcome)
    .find((ref) => ref.startsWith('people:'))!
    .slice('people:'.length);
  return { code: 'SUCCESS', user: await userOf(ctx.means.reader, Number(id)) };
}

async function checkFields({ email, password, balance, role_id, pin }: Input): Promise<void> {
  const wrong = {
    ...((await isCommonPassword(password, email)) && { password: ['too_common'] }),
    ...(balance > 0 && role_id !== roleIds.user && { balance: ['invalid'] }),
    ...(balance > 0 && pin === undefined && { pin: ['required'] }),
  };
  if (Object.keys(wrong).length > 0) throw new Refusal('INVALID_FIELDS', wrong);
}

async function write(work: Work, input: Input, passwordHash: string): Promise<string[]> {
  if (passwordHash === '') throw new Error('a settled key came to life again');
  const { name, email, role_id } = input;
  const username = input.username ?? null;
  const user = await work.tx
    .insertInto('users')
    .values({
      name,
      email,
      username,
      role_id,
      locale: 'en',
      password_hash: passwordHash,
      pin_hash: null,
      ...foundBy({ name, email, username }),
      is_active: input.is_active ? 1 : 0,
      confirmed_at: work.now, // the admin vouches for the address
      last_login_at: null,
      last_action_at: null,
      deleted_at: null,
      created_at: work.now,
      updated_at: work.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'rev'])
    .executeTakeFirst();
  if (!user) throw new Refusal('INVALID_FIELDS', await takenFields(work.tx, { email, username }, 0));
  await audit(work, {
    action: 'user.created',
    entity: 'users',
    entityKey: user.id,
    new: { name, email, username, role_id, is_active: input.is_active, balance: input.balance },
  });
  await announceUser(work.tx, user);
  if (role_id === roleIds.admin) {
    await queueNotice(work, rootAdminId, { kind: 'admin.made', admin: { id: user.id, name } });
  }
  if (input.balance === 0) return [`people:${user.id}`];
  const opening = { userId: user.id, kind: 'opening', cents: toCents(input.balance), note: null } as const;
  const { ledgerId } = await adjust(work, opening);
  return [`people:${user.id}`, `ledger:${ledgerId}`];
}
