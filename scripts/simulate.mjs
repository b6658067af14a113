// `npm run simulate -- --seeds 2000 --from 1000`: plays 2000 seeds of the sync simulator from seed 1000 on.
// `npm run simulate -- --bugs 100`: plays a hundred seeds with each injected bug and prints how many reveal it.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readArguments, readCount, runCommand } from '../src/server/platform/base/operator-error.ts';
import { home } from './stamp.mjs';

await runCommand(async () => {
  const { values } = readArguments('npm run simulate -- [--seeds N] [--from N] [--bugs N]', {
    options: {
      seeds: { type: 'string', default: '1000' },
      from: { type: 'string', default: '1' },
      bugs: { type: 'string' },
    },
  });
  for (const [option, text] of Object.entries(values)) readCount(option, text);
  const files = `tests/sync/simulator/${values.bugs ? 'bugs' : 'seeds-'}`;
  const env = {
    ...process.env,
    SIMULATE_SEEDS: values.seeds,
    SIMULATE_FROM: values.from,
    ...(values.bugs && { SIMULATE_BUGS: values.bugs }),
  };
  const vitest = join(home, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--project', 'sync', '--maxWorkers', '2', files];
  const { status } = spawnSync(process.execPath, args, { cwd: home, stdio: 'inherit', env });
  process.exitCode = status ?? 1;
});
