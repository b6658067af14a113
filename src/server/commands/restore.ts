import { findFaults } from '../ledger/verify.ts';
import { restoreBackup } from '../platform/backup/restore.ts';
import { lockExclusively } from '../platform/database/exclusive-use.ts';
import { openDatabase } from '../platform/database/open.ts';
import { OperatorError, readArguments, runCommand } from '../platform/base/operator-error.ts';
import { readSettings, type Settings } from '../platform/base/settings.ts';
import { countLockedCodes } from '../shared/codes-keys.ts';

const usage = 'npm run restore -- FILE [--keep-sessions]';

// Restores a backup into an empty installation, which no server may use meanwhile, then recomputes every balance. All
// sessions and open links end; with --keep-sessions those in the backup become valid, even if they ended after
// the backup. --sign-out is the default now and still accepted.
await runCommand(async () => {
  const { values, positionals } = readArguments(usage, {
    options: { 'keep-sessions': { type: 'boolean', default: false }, 'sign-out': { type: 'boolean' } },
    allowPositionals: true,
  });
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) throw new OperatorError(`Usage: ${usage}`);
  const settings = readSettings(process.env, { makeSecrets: false });
  const begun = performance.now();
  const report = (text: string) => console.log(`  ${text}`);
  const keepSessions = values['keep-sessions'];
  if (keepSessions && values['sign-out']) throw new OperatorError(`Usage: ${usage}`);
  const release = await lockExclusively(settings.database);
  const { head, totals, hasSamePepper } = await restoreBackup(settings, { path, keepSessions, report });
  const { users = 0, orders = 0, tickets = 0 } = totals.rows;
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(
    `The backup of ${head.made_at}: ${users} users, ${orders} orders, ${tickets} tickets, ${totals.files} files in ${seconds} s`,
  );
  console.log(
    keepSessions
      ? 'Sessions and open links are those of the backup: if one ended after the backup, it is valid again.'
      : 'All sessions and open links have ended: all users sign in again.',
  );
  if (!hasSamePepper) console.error('PEPPER differs from that of the backup: every admin has to set a new PIN.');
  await verify(settings);
  await release();
});

async function verify({ database, codesKeys }: Settings): Promise<void> {
  const { reader, close } = await openDatabase(database, (error) => console.error(error));
  const { faults, userCount, rows } = await findFaults(reader);
  for (const { keyId, count } of await countLockedCodes(reader, codesKeys))
    console.error(
      `${count} codes need the key ${keyId}, which CODES_KEY does not have: the server starts when it has this key.`,
    );
  await close();
  for (const fault of faults) console.error(fault);
  console.log(`${userCount} balances recomputed from ${rows} ledger rows: ${faults.length} faults`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
