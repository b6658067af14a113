import { parseArgs } from 'node:util';
import { findFaults } from '../ledger/verify.ts';
import { BackupRefused } from '../platform/backup/refused.ts';
import { restoreBackup } from '../platform/backup/restore.ts';
import { openDatabase } from '../platform/database/open.ts';
import { readSettings } from '../platform/settings.ts';

// `npm run restore -- FILE [--sign-out]`: puts a backup into an empty house, then recomputes every balance. No server
// may run on it meanwhile. --sign-out ends all sessions, also those that were live when the backup was taken.
const { values, positionals } = parseArgs({ options: { 'sign-out': { type: 'boolean' } }, allowPositionals: true });
const [path] = positionals;
if (path === undefined || positionals.length > 1) {
  console.error('Usage: npm run restore -- FILE [--sign-out]');
  process.exit(1);
}
const settings = readSettings(process.env);
const begun = performance.now();
try {
  await restore(path);
} catch (error) {
  if (!(error instanceof BackupRefused)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function restore(from: string): Promise<void> {
  const tell = (text: string) => console.log(`  ${text}`);
  const wish = { path: from, signOut: values['sign-out'] ?? false, tell };
  const { head, totals, samePepper } = await restoreBackup(settings, wish);
  const { users = 0, orders = 0, tickets = 0 } = totals.rows;
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(
    `The house of ${head.made_at}: ${users} people, ${orders} orders, ${tickets} tickets, ${totals.files} files in ${seconds} s`,
  );
  if (!samePepper) console.error('PEPPER is not the one of the backup: every admin has to set a new PIN.');
  await verify();
}

async function verify(): Promise<void> {
  const { reader, close } = await openDatabase(settings.database, (error) => console.error(error));
  const { faults, people, rows } = await findFaults(reader);
  await close();
  for (const fault of faults) console.error(fault);
  console.log(`${people} balances recomputed from ${rows} ledger rows: ${faults.length} faults`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
