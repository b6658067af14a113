import { expect, test } from 'vitest';
import { commitNumber, isNightly } from '../../support/commit.ts';
import { databaseKind } from '../../support/test-server.ts';
import { play } from './play.ts';

const usual = databaseKind === 'sqlite' ? 2 : 1;
/** Each commit plays other seeds; `npm run simulate-money -- --seeds 50 --from 6` plays the seeds 6 to 55. */
const { MONEY_FROM = String(commitNumber), MONEY_SEEDS = String(isNightly ? usual * 25 : usual) } = process.env;
const seeds = Array.from({ length: Number(MONEY_SEEDS) }, (_, index) => Number(MONEY_FROM) + index);

test.each(seeds)(
  'balances and orders are correct after 400 orders through a bad network and four SIGKILLs (seed %i)',
  async (seed) => {
    const { faults, missing, figures } = await play(seed);

    if (process.env.MONEY_FIGURES) process.stdout.write(`seed ${seed}: ${figures}\n`);
    // In words, because a summary of failed tests shortens objects.
    expect(missing.join(', ')).toBe('');
    expect(faults.map(({ kind, detail }) => `${kind}: ${detail}`).join('\n')).toBe('');
  },
  180_000,
);
