// `npm run bank -- --seeds 50 --from 6 --database postgres`: plays so many seeds of the bank test from there on.
// `npm run bank -- --bugs 10`: plays that many seeds with each injected bug and tells how many were red.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { home } from './stamp.mjs';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '50' },
    from: { type: 'string', default: '1' },
    database: { type: 'string', default: 'sqlite' },
    bugs: { type: 'string' },
  },
});
const env = {
  ...process.env,
  TEST_DATABASE: values.database,
  BANK_SEEDS: values.seeds,
  BANK_FROM: values.from,
  BANK_FIGURES: '1',
  ...(values.bugs && { BANK_BUGS: values.bugs }),
};
const vitest = join(home, 'node_modules/vitest/vitest.mjs');
const file = `tests/server/bank/${values.bugs ? 'bugs' : 'seeds'}.test.ts`;
const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'server', file], {
  cwd: home,
  stdio: 'inherit',
  env,
});
process.exitCode = status ?? 1;
