import { findFaults, type Verification } from '../ledger/verify.ts';
import { openToRead } from '../platform/database/open.ts';
import { readArguments, runCommand } from '../platform/base/operator-error.ts';
import { readSettings, type Settings } from '../platform/base/settings.ts';

// Recomputes every balance and hash from the ledger; prints each fault, and exits with code 1 if there is a fault. Changes
// nothing; a server may run meanwhile.
await runCommand(async () => {
  readArguments('npm run verify', {});
  const { database } = readSettings(process.env, { makeSecrets: false });
  const begun = performance.now();
  const { faults, userCount, rows } = await verifyDatabase(database);
  for (const fault of faults) console.error(fault);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${userCount} balances recomputed from ${rows} ledger rows in ${seconds} s: ${faults.length} faults`);
  process.exitCode = faults.length > 0 ? 1 : 0;
});

/** Repeats the check when what it has read is stale. */
async function verifyDatabase(database: Settings['database']): Promise<Verification> {
  for (;;) {
    const { reader, isStale, close } = await openToRead(database, (error) => console.error(error.message));
    try {
      const verification = await findFaults(reader);
      if (!isStale()) return verification;
    } finally {
      await close();
    }
  }
}
