// `npm run simulate-money -- --seeds 50 --from 6 --database postgres`: plays 50 seeds of the money simulator from seed 6 on.
// `npm run simulate-money -- --bugs 10`: plays ten seeds with each injected bug and prints how many reveal it.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { OperatorError, readArguments, readCount, runCommand } from '../src/server/platform/base/operator-error.ts';
import { home } from './stamp.mjs';

await runCommand(async () => {
  const { values } = readArguments(
    'npm run simulate-money -- [--seeds N] [--from N] [--bugs N] [--database sqlite|postgres]',
    {
      options: {
        seeds: { type: 'string', default: '50' },
        from: { type: 'string', default: '1' },
        bugs: { type: 'string' },
        database: { type: 'string', default: 'sqlite' },
      },
    },
  );
  const { database, ...counts } = values;
  for (const [option, text] of Object.entries(counts)) readCount(option, text);
  if (!['sqlite', 'postgres'].includes(database)) throw new OperatorError('--database is sqlite or postgres.');
  const env = {
    ...process.env,
    TEST_DATABASE: database,
    MONEY_SEEDS: values.seeds,
    MONEY_FROM: values.from,
    MONEY_FIGURES: '1',
    ...(values.bugs && { MONEY_BUGS: values.bugs }),
  };
  const vitest = join(home, 'node_modules/vitest/vitest.mjs');
  const file = `tests/server/money-simulator/${values.bugs ? 'bugs' : 'seeds'}.test.ts`;
  const args = [vitest, 'run', '--project', 'server', file];
  const { status } = spawnSync(process.execPath, args, { cwd: home, stdio: 'inherit', env });
  process.exitCode = status ?? 1;
});
