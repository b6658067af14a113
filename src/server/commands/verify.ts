import { findFaults } from '../ledger/verify.ts';
import { openDatabase } from '../platform/database/open.ts';
import { readArguments, runCommand } from '../platform/operator-error.ts';
import { readSettings } from '../platform/settings.ts';

// `npm run verify`: recomputes every balance from the ledger; exits with 1 and names each fault.
await runCommand(async () => {
  readArguments('npm run verify', {});
  const { database } = readSettings(process.env);
  const { reader, close } = await openDatabase(database, (error) => console.error(error));
  const begun = performance.now();
  const { faults, people, rows } = await findFaults(reader);
  await close();
  for (const fault of faults) console.error(fault);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${people} balances recomputed from ${rows} ledger rows in ${seconds} s: ${faults.length} faults`);
  process.exitCode = faults.length > 0 ? 1 : 0;
});
