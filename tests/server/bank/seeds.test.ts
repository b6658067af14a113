import { expect, test } from 'vitest';
import { databaseKind } from '../../support/world.ts';
import { play } from './play.ts';

/** `npm run bank -- --seeds 50 --from 6` plays others. */
const { BANK_FROM = '1', BANK_SEEDS = databaseKind === 'sqlite' ? '5' : '2' } = process.env;
const seeds = Array.from({ length: Number(BANK_SEEDS) }, (_, place) => Number(BANK_FROM) + place);

test.each(seeds)(
  'money is right after 400 orders through a bad network and four SIGKILLs (seed %i)',
  async (seed) => {
    const { faults, missing, figures } = await play(seed);

    if (process.env.BANK_FIGURES) process.stdout.write(`seed ${seed}: ${figures}\n`);
    expect({ seed, missing }).toEqual({ seed, missing: [] });
    expect({ seed, faults }).toEqual({ seed, faults: [] });
  },
  180_000,
);
