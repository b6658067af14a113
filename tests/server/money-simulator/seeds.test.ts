import { expect, test } from 'vitest';
import { databaseKind } from '../../support/test-server.ts';
import { play } from './play.ts';

/** `npm run simulate-money -- --seeds 50 --from 6` plays the seeds 6 to 55. */
const { MONEY_FROM = '1', MONEY_SEEDS = databaseKind === 'sqlite' ? '5' : '2' } = process.env;
const seeds = Array.from({ length: Number(MONEY_SEEDS) }, (_, index) => Number(MONEY_FROM) + index);

test.each(seeds)(
  'balances and orders are correct after 400 orders through a bad network and four SIGKILLs (seed %i)',
  async (seed) => {
    const { faults, missing, figures } = await play(seed);

    if (process.env.MONEY_FIGURES) process.stdout.write(`seed ${seed}: ${figures}\n`);
    expect({ seed, missing }).toEqual({ seed, missing: [] });
    expect({ seed, faults }).toEqual({ seed, faults: [] });
  },
  180_000,
);
