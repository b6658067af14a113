import { findFaults, type Verdict } from '../ledger/verify.ts';
import { openToRead } from '../platform/database/open.ts';
import { readArguments, runCommand } from '../platform/operator-error.ts';
import { readSettings, type Settings } from '../platform/settings.ts';

// `npm run verify`: recomputes every balance from the ledger; exits with 1 and names each fault. Makes and changes
// nothing, and may run beside a server.
await runCommand(async () => {
  readArguments('npm run verify', {});
  const { database } = readSettings(process.env, { makePepper: false });
  const begun = performance.now();
  const { faults, people, rows } = await verdictOn(database);
  for (const fault of faults) console.error(fault);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${people} balances recomputed from ${rows} ledger rows in ${seconds} s: ${faults.length} faults`);
  process.exitCode = faults.length > 0 ? 1 : 0;
});

async function verdictOn(database: Settings['database']): Promise<Verdict> {
  for (;;) {
    const { reader, isStale, close } = await openToRead(database, (error) => console.error(error.message));
    try {
      const verdict = await findFaults(reader);
      if (!isStale()) return verdict;
    } finally {
      await close();
    }
  }
}
