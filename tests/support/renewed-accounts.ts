import { hashToken } from '../../src/server/platform/crypto/tokens.ts';
import type { TestServer } from './test-server.ts';

/** The tokens of the links that `renew` restores. */
export const linkTokens = {
  confirm: 'a-link-to-confirm-that-was-posted',
  reset: 'a-link-to-a-new-password-that-was-posted',
};

/** The hashes of the password of all users and of the PIN of the admins. */
interface Hashes {
  password_hash: string | null;
  pin_hash: string;
}

/** Restores the passwords, PINs, activations and e-mailed links that earlier requests may have changed. */
export async function renew({ services, users }: TestServer, { password_hash, pin_hash }: Hashes): Promise<void> {
  const [db, now] = [services.db, services.now()];
  const fresh = { password_hash, pin_failures: 0, pin_locked_until: null, is_active: 1 };
  for (const { id, role } of Object.values(users)) {
    const user = db.updateTable('users').set({ ...fresh, pin_hash: role === 'admin' ? pin_hash : null });
    await user.where('id', '=', id).execute();
  }
  const email = 'wassim@example.test';
  await db.updateTable('users').set({ confirmed_at: null, is_active: 0 }).where('email', '=', email).execute();
  const unconfirmed = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  await db.deleteFrom('mail_tokens').execute();
  const link = { expires_at: now + 60_000, created_at: now, used_at: null, name: 'Wassim', password_hash: 'unknown' };
  const rows = [
    { ...link, kind: 'confirm', user_id: unconfirmed.id, token_hash: hashToken(linkTokens.confirm) },
    { ...link, kind: 'reset', user_id: users.karim.id, token_hash: hashToken(linkTokens.reset) },
  ];
  for (const one of rows) await db.insertInto('mail_tokens').values(one).execute();
}
