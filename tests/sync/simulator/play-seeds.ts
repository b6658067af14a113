import { expect } from 'vitest';
import kept from './seeds.json' with { type: 'json' };
import { play } from './run.ts';
import { Stage } from './stage.ts';
import type { Bug } from './story.ts';

/** Seeds of a usual run; `npm run simulate -- --seeds N --from K` plays others. */
const { SIMULATE_FROM = '1', SIMULATE_SEEDS = '500', SIMULATE_BUGS } = process.env;

/** Milliseconds one file of seeds may take; a seed takes about half a second. */
export const runWithin = Math.max(3_600_000, Number(SIMULATE_SEEDS) * 2_000);
/** Seeds after which a bug counts as not found. */
const bugWithin = 100;

/** Plays this file's share of the seeds, those first that were red once. Fails with the seeds that are red. */
export async function playShare(share: number, shares: number, bug: Bug | null = null): Promise<void> {
  const from = Number(SIMULATE_FROM);
  const all = [...kept.onceRed, ...Array.from({ length: Number(SIMULATE_SEEDS) }, (_, place) => from + place)];
  const red = await withStage(async (stage) => {
    const found: string[] = [];
    for (const seed of all.filter((_, place) => place % shares === share)) {
      const { faults } = await play(stage, seed, bug);
      if (faults.length > 0) found.push(`seed ${seed}: ${faults.slice(0, 3).join('; ')}`);
    }
    return found;
  });
  expect(red).toEqual([]);
}

/** Plays seeds with a bug until one is red. Fails when none is: then the simulator has gone blind. */
export async function mustBeRed(bug: Bug): Promise<void> {
  await withStage(async (stage) => {
    if (SIMULATE_BUGS) return countRed(stage, bug, Number(SIMULATE_BUGS));
    const known = (kept.redWith as Record<string, number>)[bug.name];
    const all = [
      ...(known === undefined ? [] : [known]),
      ...Array.from({ length: bugWithin }, (_, place) => place + 1),
    ];
    for (const seed of all) {
      const { faults } = await play(stage, seed, bug);
      if (faults.length > 0) return;
    }
    expect.fail(`no seed of ${all.length} is red`);
  });
}

async function countRed(stage: Stage, bug: Bug, seeds: number): Promise<void> {
  const red: number[] = [];
  const examples = new Set<string>();
  for (let seed = 1; seed <= seeds; seed++) {
    const { faults } = await play(stage, seed, bug);
    if (faults.length === 0) continue;
    red.push(seed);
    examples.add(faults[0]!.replace(/[0-9a-f]{8}-[-0-9a-f]+/g, '…'));
  }
  process.stdout.write(`${red.length} of ${seeds} red, first ${red[0]}: ${bug.name} (${[...examples][0]})\n`);
  expect(red).not.toEqual([]);
}

export async function withStage<Result>(run: (stage: Stage) => Promise<Result>): Promise<Result> {
  const stage = new Stage();
  await stage.build();
  try {
    return await run(stage);
  } finally {
    await stage.close();
  }
}
