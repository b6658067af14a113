import { findFaults } from '../ledger/verify.ts';
import { restoreBackup } from '../platform/backup/restore.ts';
import { openDatabase } from '../platform/database/open.ts';
import { OperatorError, readArguments, runCommand } from '../platform/operator-error.ts';
import { readSettings, type Settings } from '../platform/settings.ts';

const usage = 'npm run restore -- FILE [--sign-out]';

// `npm run restore -- FILE [--sign-out]`: puts a backup into an empty house, then recomputes every balance. No server
// may run on it meanwhile. --sign-out ends all sessions, also those that were live when the backup was taken.
await runCommand(async () => {
  const { values, positionals } = readArguments(usage, {
    options: { 'sign-out': { type: 'boolean' } },
    allowPositionals: true,
  });
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) throw new OperatorError(`Usage: ${usage}`);
  const settings = readSettings(process.env);
  const begun = performance.now();
  const tell = (text: string) => console.log(`  ${text}`);
  const wish = { path, signOut: values['sign-out'] ?? false, tell };
  const { head, totals, samePepper } = await restoreBackup(settings, wish);
  const { users = 0, orders = 0, tickets = 0 } = totals.rows;
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(
    `The house of ${head.made_at}: ${users} people, ${orders} orders, ${tickets} tickets, ${totals.files} files in ${seconds} s`,
  );
  if (!samePepper) console.error('PEPPER is not the one of the backup: every admin has to set a new PIN.');
  await verify(settings);
});

async function verify({ database }: Settings): Promise<void> {
  const { reader, close } = await openDatabase(database, (error) => console.error(error));
  const { faults, people, rows } = await findFaults(reader);
  await close();
  for (const fault of faults) console.error(fault);
  console.log(`${people} balances recomputed from ${rows} ledger rows: ${faults.length} faults`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
