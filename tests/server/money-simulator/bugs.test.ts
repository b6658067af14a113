import { describe, test } from 'vitest';
import { ofThisCommit } from '../../support/commit.ts';
import { databaseKind } from '../../support/test-server.ts';
import { bugs } from './bugs.ts';
import { play } from './play.ts';
import type { MoneyBug } from './story.ts';

/** Seeds after which a bug counts as not found. `npm run simulate-money -- --bugs 10` plays 10 and prints a count. */
const { MONEY_BUGS: requestedSeeds } = process.env;
const maxSeeds = Number(requestedSeeds ?? 4);

const filesOf = ({ patches }: MoneyBug) => [
  'tests/server/money-simulator',
  ...patches.map(({ file }) => `src/server/${file}`),
];
const chosen = requestedSeeds ? bugs : ofThisCommit(bugs, filesOf);

// One kind of database is enough to see that the checks find the bugs; with MONEY_BUGS they run on either kind.
describe.runIf(databaseKind === 'sqlite' || requestedSeeds)('the money simulator finds the bug:', () => {
  test.each(chosen)('$name', (bug) => expectFound(bug), maxSeeds * 180_000);
});

async function expectFound(bug: MoneyBug): Promise<void> {
  const played: { seed: number; kinds: string[] }[] = [];
  for (let seed = 1; seed <= maxSeeds; seed += 1) {
    const { faults } = await play(seed, bug);
    const kinds = [...new Set(faults.map(({ kind }) => kind))];
    played.push({ seed, kinds });
    if (!requestedSeeds && kinds.includes(bug.caughtAs)) return;
  }
  const seedsThatFound = played.filter(({ kinds }) => kinds.includes(bug.caughtAs));
  if (requestedSeeds) {
    const otherKinds = [...new Set(played.flatMap(({ kinds }) => kinds))].filter((kind) => kind !== bug.caughtAs);
    process.stdout.write(
      `${seedsThatFound.length} of ${maxSeeds} seeds found "${bug.caughtAs}" when ${bug.name} (also: ${otherKinds.join('; ')})\n`,
    );
  }
  if (seedsThatFound.length === 0) throw new Error(`no seed found "${bug.caughtAs}": ${JSON.stringify(played)}`);
}
