// `npm run simulate -- --seeds 2000 --from 1000`: plays 2000 seeds of the sync simulator from seed 1000 on.
// `npm run simulate -- --bugs 100`: plays a hundred seeds with each injected bug and prints how many reveal it.
// `npm run simulate -- --refresh`: saves a seed that reveals each injected bug, after a change of what the simulator plays.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readArguments, readCount, runCommand } from '../src/server/platform/base/operator-error.ts';
import { home } from './stamp.mjs';

await runCommand(async () => {
  const { values } = readArguments('npm run simulate -- [--seeds N] [--from N] [--bugs N] [--refresh]', {
    options: {
      seeds: { type: 'string', default: '1000' },
      from: { type: 'string', default: '1' },
      bugs: { type: 'string' },
      refresh: { type: 'boolean', default: false },
    },
  });
  const { refresh, ...counts } = values;
  for (const [option, text] of Object.entries(counts)) readCount(option, text);
  const files = `tests/sync/simulator/${values.bugs || refresh ? 'bugs' : 'seeds-'}`;
  const env = {
    ...process.env,
    SIMULATE_SEEDS: values.seeds,
    SIMULATE_FROM: values.from,
    ...(values.bugs && { SIMULATE_BUGS: values.bugs }),
    ...(refresh && { SIMULATE_REFRESH: '1' }),
  };
  const vitest = join(home, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--project', 'sync', '--maxWorkers', '2', files];
  if (refresh) args.push('--testNamePattern', 'the simulator finds the bug');
  const { status } = spawnSync(process.execPath, args, { cwd: home, stdio: 'inherit', env });
  if (refresh) spawnSync(join(home, 'node_modules/.bin/oxfmt'), ['tests/sync/simulator/seeds.json'], { cwd: home });
  process.exitCode = status ?? 1;
});
