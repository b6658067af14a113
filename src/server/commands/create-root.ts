import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { Kysely } from 'kysely';
import { EmailAddress, NewPassword } from '../../contract/fields.ts';
import { rootAdminId } from '../../contract/limits.ts';
import { isCommonPassword } from '../platform/crypto/common-passwords.ts';
import { insertUser } from '../features/auth/rows.ts';
import { audit } from '../platform/audit.ts';
import { openDatabase } from '../platform/database/open.ts';
import type { Database } from '../platform/database/schema.ts';
import { queueNotice } from '../platform/mail/notices.ts';
import { OperatorError, readArguments, runCommand } from '../platform/base/operator-error.ts';
import { createHasher } from '../platform/crypto/hasher.ts';
import { revokeSessionsOf } from '../platform/sessions.ts';
import { readSettings, type Settings } from '../platform/base/settings.ts';
import { invalidateLinks } from '../shared/users.ts';

const usage = 'npm run create-root -- --email NAME@HOST [--password-stdin]';

// Creates the root admin of an empty database, or gives the existing root admin a new address and password and ends all
// their sessions. Without --password-stdin a password is generated and shown.
await runCommand(async () => {
  const options = { email: { type: 'string' }, 'password-stdin': { type: 'boolean' } } as const;
  const { values } = readArguments(usage, { options });
  const email = EmailAddress.safeParse(values.email);
  if (!email.success) throw new OperatorError(`Usage: ${usage}`);
  const enteredPassword = values['password-stdin'] ? (await text(process.stdin)).replace(/\r?\n$/, '') : undefined;
  const password = NewPassword.safeParse(enteredPassword ?? randomBytes(15).toString('base64url'));
  if (!password.success || (await isCommonPassword(password.data, email.data))) {
    throw new OperatorError('The password needs at least 8 characters and must not be a common one.');
  }
  const settings = readSettings(process.env, { makeSecrets: false });
  const { db, close } = await openDatabase(settings.database, (error) => console.error(error));
  const root = { email: email.data, password_hash: await createHasher().hash(password.data) };
  let result: 'created' | 'changed';
  try {
    result = await writeRoot(db, settings, { ...root, now: Date.now() });
  } finally {
    await close();
  }
  console.log(`The root admin ${email.data} was ${result}.`);
  if (enteredPassword === undefined) console.log(`Password (shown once): ${password.data}`);
});

interface Root {
  email: string;
  password_hash: string;
  now: number;
}

async function writeRoot(
  db: Kysely<Database>,
  settings: Settings,
  { email, password_hash, now }: Root,
): Promise<'created' | 'changed'> {
  return db.transaction().execute(async (tx) => {
    const root = await tx.selectFrom('users').selectAll().where('id', '=', rootAdminId).executeTakeFirst();
    const context = { tx, person: null, now };
    const holder = await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
    if (holder && holder.id !== rootAdminId) {
      throw new OperatorError(
        `User ${holder.id} has the address ${email}: choose another address, or change that user's address first.`,
      );
    }
    if (root) {
      const change = { email, password_hash, is_active: 1, confirmed_at: now, updated_at: now };
      await tx.updateTable('users').set(change).where('id', '=', rootAdminId).execute();
      await revokeSessionsOf(tx, rootAdminId, now);
      await invalidateLinks(tx, rootAdminId, now);
      const services = { settings, publicUrl: () => settings.publicUrl ?? `http://${settings.host}:${settings.port}` };
      const notice = { kind: 'account.changed', email: root.email !== email, password: true } as const;
      await queueNotice({ tx, now, services }, root, notice);
      await audit(context, { action: 'root.changed', entity: 'users', entityKey: rootAdminId });
      return 'changed';
    }
    const user = await insertUser(
      tx,
      { name: 'Root', email, locale: 'en', password_hash, role: 'admin', confirmed: true },
      now,
    );
    if (user?.id !== rootAdminId)
      throw new OperatorError('The database has users but no user 1; the root admin must be the first.');
    await audit(context, { action: 'root.created', entity: 'users', entityKey: user.id });
    return 'created';
  });
}
