// `npm run bank -- --seeds 50 --from 6 --database postgres`: plays so many seeds of the bank test from there on.
// `npm run bank -- --bugs 10`: plays that many seeds with each injected bug and tells how many were red.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { OperatorError, readArguments, readCount, runCommand } from '../src/server/platform/operator-error.ts';
import { home } from './stamp.mjs';

await runCommand(async () => {
  const { values } = readArguments('npm run bank -- [--seeds N] [--from N] [--bugs N] [--database sqlite|postgres]', {
    options: {
      seeds: { type: 'string', default: '50' },
      from: { type: 'string', default: '1' },
      bugs: { type: 'string' },
      database: { type: 'string', default: 'sqlite' },
    },
  });
  const { database, ...counts } = values;
  for (const [option, text] of Object.entries(counts)) readCount(option, text);
  if (!['sqlite', 'postgres'].includes(database)) throw new OperatorError('--database is sqlite or postgres.');
  const env = {
    ...process.env,
    TEST_DATABASE: database,
    BANK_SEEDS: values.seeds,
    BANK_FROM: values.from,
    BANK_FIGURES: '1',
    ...(values.bugs && { BANK_BUGS: values.bugs }),
  };
  const vitest = join(home, 'node_modules/vitest/vitest.mjs');
  const file = `tests/server/bank/${values.bugs ? 'bugs' : 'seeds'}.test.ts`;
  const args = [vitest, 'run', '--project', 'server', file];
  const { status } = spawnSync(process.execPath, args, { cwd: home, stdio: 'inherit', env });
  process.exitCode = status ?? 1;
});
