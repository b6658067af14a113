import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RoleName } from '../../contract/permissions.ts';
import type { Services } from './context.ts';
import { OperatorError } from './base/operator-error.ts';
import { isLoopback } from './base/settings-checks.ts';
import type { Settings } from './base/settings.ts';

/** An account to sign in with; `pin` is set for admins. */
interface DemoAccount {
  role: 'root' | RoleName;
  name: string;
  email: string;
  password: string;
  pin?: string;
}

export type DemoAccounts = DemoAccount[];

/** The public password of every demo account. */
export const demoPassword = 'comptoir-demo';

/** The e-mail domain of the demo accounts that a start prints, and of the other demo admins. */
export const demoDomain = 'comptoir.example';

/** Throws an OperatorError unless the settings allow demo accounts, whose password is public. */
export function requireDemoAllowed({ production, demo }: Settings): void {
  if (demo && !production) return;
  throw new OperatorError('Demo data is not for production, and needs a HOST on loopback and no PUBLIC_URL.');
}

/** Throws an OperatorError when another machine can reach accounts with the demo password. */
export async function refuseReachableDemoAccounts({ settings, reader, hasher }: Services): Promise<void> {
  const isLocal = settings.publicUrl === null || isLoopback(new URL(settings.publicUrl).hostname);
  if (isLoopback(settings.host) && isLocal) return;
  const users = await reader
    .selectFrom('users')
    .select('password_hash')
    .distinct()
    .where('email', 'like', `%@${demoDomain}`)
    .where('is_active', '=', 1)
    .limit(10)
    .execute();
  for (const { password_hash } of users) {
    if (!(await hasher.verify(demoPassword, password_hash))) continue;
    throw new OperatorError(
      'The database has demo accounts, whose password is public: with them HOST must be on loopback and PUBLIC_URL unset.',
    );
  }
}

/** Saves the demo accounts in the data folder, where the next start finds them; returns them. */
export function saveDemoAccounts(dataDir: string, accounts: DemoAccounts): DemoAccounts {
  try {
    writeFileSync(fileIn(dataDir), JSON.stringify(accounts, null, 2), { mode: 0o600 });
  } catch {
    // A server with its database and files elsewhere needs no data folder; without it the next start prints no
    // accounts.
  }
  return accounts;
}

/** The accounts saved in the data folder; none when it has no such file. */
export function savedDemoAccounts(dataDir: string): DemoAccounts {
  const file = fileIn(dataDir);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DemoAccounts) : [];
}

const fileIn = (dataDir: string): string => join(dataDir, 'demo-accounts.json');
