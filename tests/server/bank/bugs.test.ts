import { describe, test } from 'vitest';
import { databaseKind } from '../../support/world.ts';
import { bugs, type BankBug } from './bugs.ts';
import { play } from './play.ts';

/** Seeds after which a bug counts as not found. `npm run bank -- --bugs 10` plays that many, and counts. */
const { BANK_BUGS } = process.env;
const most = Number(BANK_BUGS ?? 4);

// Once is enough to see that the judge is not blind; with the flag on either database.
describe.runIf(databaseKind === 'sqlite' || BANK_BUGS)('the bank test catches it when', () => {
  test.each(bugs)('$name', (bug) => mustBeRed(bug), most * 180_000);
});

async function mustBeRed(bug: BankBug): Promise<void> {
  const found: { seed: number; kinds: string[] }[] = [];
  for (let seed = 1; seed <= most; seed += 1) {
    const { faults } = await play(seed, bug);
    const kinds = [...new Set(faults.map(({ kind }) => kind))];
    found.push({ seed, kinds });
    if (!BANK_BUGS && kinds.includes(bug.caughtAs)) return;
  }
  const red = found.filter(({ kinds }) => kinds.includes(bug.caughtAs));
  if (BANK_BUGS) {
    const also = [...new Set(found.flatMap(({ kinds }) => kinds))].filter((kind) => kind !== bug.caughtAs);
    process.stdout.write(`${red.length} of ${most} red as "${bug.caughtAs}": ${bug.name} (also: ${also.join('; ')})\n`);
  }
  if (red.length === 0) throw new Error(`no seed is red as "${bug.caughtAs}": ${JSON.stringify(found)}`);
}
