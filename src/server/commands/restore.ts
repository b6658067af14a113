import { findFaults } from '../ledger/verify.ts';
import { restoreBackup } from '../platform/backup/restore.ts';
import { holdAlone } from '../platform/database/exclusive-use.ts';
import { openDatabase } from '../platform/database/open.ts';
import { OperatorError, readArguments, runCommand } from '../platform/operator-error.ts';
import { readSettings, type Settings } from '../platform/settings.ts';

const usage = 'npm run restore -- FILE [--keep-sessions]';

// Puts a backup into an empty house, then recomputes every balance. No server may run on it meanwhile. All sessions and
// open links end; --keep-sessions leaves them as they were, also those that ended after the backup. --sign-out, which
// asked for what is now usual, is still accepted.
await runCommand(async () => {
  const { values, positionals } = readArguments(usage, {
    options: { 'keep-sessions': { type: 'boolean', default: false }, 'sign-out': { type: 'boolean' } },
    allowPositionals: true,
  });
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) throw new OperatorError(`Usage: ${usage}`);
  const settings = readSettings(process.env);
  const begun = performance.now();
  const tell = (text: string) => console.log(`  ${text}`);
  const keepSessions = values['keep-sessions'];
  if (keepSessions && values['sign-out']) throw new OperatorError(`Usage: ${usage}`);
  const release = await holdAlone(settings.database);
  const { head, totals, samePepper } = await restoreBackup(settings, { path, keepSessions, tell });
  const { users = 0, orders = 0, tickets = 0 } = totals.rows;
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(
    `The house of ${head.made_at}: ${users} people, ${orders} orders, ${tickets} tickets, ${totals.files} files in ${seconds} s`,
  );
  console.log(
    keepSessions
      ? 'Sessions and open links are those of the backup: what ended after it lives again.'
      : 'All sessions and open links have ended: everybody signs in again.',
  );
  if (!samePepper) console.error('PEPPER is not the one of the backup: every admin has to set a new PIN.');
  await verify(settings);
  await release();
});

async function verify({ database }: Settings): Promise<void> {
  const { reader, close } = await openDatabase(database, (error) => console.error(error));
  const { faults, people, rows } = await findFaults(reader);
  await close();
  for (const fault of faults) console.error(fault);
  console.log(`${people} balances recomputed from ${rows} ledger rows: ${faults.length} faults`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
