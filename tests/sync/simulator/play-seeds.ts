import { writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import { commitNumber, isNightly } from '../../support/commit.ts';
import savedSeeds from './seeds.json' with { type: 'json' };
import { play } from './run.ts';
import { SimulatedServer } from './simulated-server.ts';
import type { Bug } from './story.ts';

/** Each commit plays other seeds; `npm run simulate -- --seeds N --from K` plays those that you name. */
const {
  SIMULATE_FROM = String(commitNumber),
  SIMULATE_SEEDS = isNightly ? '5000' : '200',
  SIMULATE_BUGS,
} = process.env;

/** Timeout of one file of seeds, in ms; a seed takes about half a second. */
export const testTimeoutMs = Math.max(3_600_000, Number(SIMULATE_SEEDS) * 2_000);
/** Number of seeds after which a bug counts as not found. */
const seedsPerBug = 100;
const savedRedSeeds: Record<string, number> = savedSeeds.redWith;
const foundRedSeeds: Record<string, number> = {};

/** Plays one share of the seeds, first those that have failed before. Throws with the list of the failing seeds. */
export async function playShare(share: number, shares: number, bug: Bug | null = null): Promise<void> {
  const from = Number(SIMULATE_FROM);
  process.stdout.write(`share ${share + 1} of ${shares} of ${SIMULATE_SEEDS} seeds, SIMULATE_FROM=${from}\n`);
  const all = [...savedSeeds.onceRed, ...Array.from({ length: Number(SIMULATE_SEEDS) }, (_, place) => from + place)];
  const red = await withServer(async (server) => {
    const found: string[] = [];
    for (const seed of all.filter((_, place) => place % shares === share)) {
      const { faults } = await play(server, seed, bug);
      if (faults.length > 0) found.push(`seed ${seed}: ${faults.slice(0, 3).join('; ')}`);
    }
    return found;
  });
  expect(red, `SIMULATE_FROM=${from} SIMULATE_SEEDS=${SIMULATE_SEEDS}`).toEqual([]);
}

/**
 * Plays seeds with a bug until one fails, first the one in `seeds.json`. Throws when none does: then the simulator misses
 * the bug. A saved seed that no longer fails costs up to a hundred others in every run, so the one that does is printed.
 */
export async function mustBeRed(bug: Bug): Promise<void> {
  await withServer(async (server) => {
    if (SIMULATE_BUGS) return countRed(server, bug, Number(SIMULATE_BUGS));
    const saved = savedRedSeeds[bug.name];
    const all = [
      ...(saved === undefined ? [] : [saved]),
      ...Array.from({ length: seedsPerBug }, (_, place) => place + 1),
    ];
    for (const seed of all) {
      const { faults } = await play(server, seed, bug);
      if (faults.length === 0) continue;
      if (seed !== saved)
        process.stdout.write(`seed ${seed} is red, not ${saved}: ${bug.name} (npm run simulate -- --refresh)\n`);
      foundRedSeeds[bug.name] = seed;
      return;
    }
    expect.fail(`no seed of ${all.length} is red`);
  });
}

/** Writes the seeds that `mustBeRed` has found in this run to `seeds.json`, without those of bugs that are gone. */
export function saveRedSeeds(bugs: readonly Bug[]): void {
  const redWith = Object.fromEntries(
    bugs.map(({ name }) => [name, foundRedSeeds[name] ?? savedRedSeeds[name]]).filter(([, seed]) => seed !== undefined),
  );
  writeFileSync(new URL('seeds.json', import.meta.url), `${JSON.stringify({ ...savedSeeds, redWith }, null, 2)}\n`);
}

async function countRed(server: SimulatedServer, bug: Bug, seeds: number): Promise<void> {
  const red: number[] = [];
  const examples = new Set<string>();
  for (let seed = 1; seed <= seeds; seed++) {
    const { faults } = await play(server, seed, bug);
    if (faults.length === 0) continue;
    red.push(seed);
    examples.add(faults[0]!.replace(/[0-9a-f]{8}-[-0-9a-f]+/g, '…'));
  }
  process.stdout.write(`${red.length} of ${seeds} red, first ${red[0]}: ${bug.name} (${[...examples][0]})\n`);
  expect(red).not.toEqual([]);
}

export async function withServer<Result>(run: (server: SimulatedServer) => Promise<Result>): Promise<Result> {
  const server = new SimulatedServer();
  await server.build();
  try {
    return await run(server);
  } finally {
    await server.close();
  }
}
