import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Means } from '../platform/context.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { isLoopback } from '../platform/settings-checks.ts';
import { demoPassword } from './password.ts';
import type { DemoAccounts } from './seed.ts';

/**
 * Fills an empty database with demo data where demo accounts may be, and returns the accounts, also at later starts.
 * Throws an OperatorError when accounts with the public demo password could be reached from another machine.
 */
export async function demoAtStart(means: Means): Promise<DemoAccounts> {
  const { settings, reader } = means;
  const user = await reader.selectFrom('users').select('id').limit(1).executeTakeFirst();
  if (user) await refuseElsewhere(means);
  if (!settings.demo) return [];
  if (user) return keptAccounts(settings.dataDir);
  const { seedDemo } = await import('./seed.ts');
  return keepAccounts(settings.dataDir, await seedDemo(means));
}

/** Notes the demo accounts in the data folder, where the next start finds them; returns them. */
export function keepAccounts(dataDir: string, accounts: DemoAccounts): DemoAccounts {
  try {
    writeFileSync(noteIn(dataDir), JSON.stringify(accounts, null, 2), { mode: 0o600 });
  } catch {
    // A server that keeps everything elsewhere needs no data folder; its next start only does not print them again.
  }
  return accounts;
}

function keptAccounts(dataDir: string): DemoAccounts {
  const note = noteIn(dataDir);
  return existsSync(note) ? (JSON.parse(readFileSync(note, 'utf8')) as DemoAccounts) : [];
}

const noteIn = (dataDir: string): string => join(dataDir, 'demo-accounts.json');

async function refuseElsewhere({ settings, reader, hasher }: Means): Promise<void> {
  const isLocal = settings.publicUrl === null || isLoopback(new URL(settings.publicUrl).hostname);
  if (isLoopback(settings.host) && isLocal) return;
  const accounts = await reader
    .selectFrom('users')
    .select('password_hash')
    .distinct()
    .where('email', 'like', '%@comptoir.example')
    .where('is_active', '=', 1)
    .limit(10)
    .execute();
  for (const { password_hash } of accounts) {
    if (!(await hasher.verify(demoPassword, password_hash))) continue;
    throw new OperatorError(
      'The database has demo accounts, whose password is public: with them HOST must be on loopback and PUBLIC_URL unset.',
    );
  }
}
