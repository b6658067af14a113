// `npm run mutants`: changes the app's behaviour in one small place at a time and runs the tests that must fail.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorError, readArguments, runCommand } from '../src/server/platform/base/operator-error.ts';
import { mutants, type Mutant } from './mutants/plugin.ts';
import { home } from './stamp.mjs';

type Verdict = 'killed' | 'survived' | 'not loaded' | 'timed out';

/** How long the tests of one mutant may take, in ms. */
const timeoutMs = 300_000;

await runCommand(async () => {
  const { values } = readArguments('npm run mutants -- [--only TEXT]', { options: { only: { type: 'string' } } });
  const chosen = mutants.filter(({ name, file }) => `${name} ${file}`.includes(values.only ?? ''));
  if (chosen.length === 0) throw new OperatorError(`No mutant is called ${values.only}.`);
  const folder = mkdtempSync(join(tmpdir(), 'comptoir-mutants-'));
  const startedAt = Date.now();
  const verdicts: Verdict[] = [];
  const queue = chosen.values();
  const work = async () => {
    for (const mutant of queue) {
      const verdict = await tryOut(mutant, folder);
      verdicts.push(verdict);
      const number = String(mutants.indexOf(mutant) + 1).padStart(3);
      console.log(
        `${verdict === 'killed' ? '✓' : '✗'} ${verdict.padEnd(10)} ${number}  ${mutant.name} (${mutant.file})`,
      );
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(2, availableParallelism())) }, work));
  rmSync(folder, { recursive: true, force: true });
  const killed = verdicts.filter((verdict) => verdict === 'killed').length;
  console.log(`\n${killed} of ${verdicts.length} mutants killed in ${Math.round((Date.now() - startedAt) / 1000)} s`);
  if (killed < verdicts.length) process.exitCode = 1;
});

/** Runs the tests of one mutant: it is killed when they load it and fail. */
async function tryOut(mutant: Mutant, folder: string): Promise<Verdict> {
  const index = mutants.indexOf(mutant);
  const loadedFile = join(folder, String(index));
  const tests = mutant.tests.map((test) => `tests/${test}`);
  const status = await runVitest(['--project', mutant.project, '--maxWorkers', '1', '--bail', '1', ...tests], {
    MUTANT: String(index),
    MUTANT_LOADED: loadedFile,
    TEST_DATABASE: mutant.database ?? 'sqlite',
  });
  if (!existsSync(loadedFile)) return 'not loaded';
  if (status === null) return 'timed out';
  return status === 0 ? 'survived' : 'killed';
}

/** The exit code of Vitest; null when it took longer than `timeoutMs`. */
function runVitest(args: string[], env: NodeJS.ProcessEnv): Promise<number | null> {
  const vitest = join(home, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--reporter', 'dot', ...args], {
    cwd: home,
    env: { ...process.env, ...env },
    stdio: 'ignore',
    timeout: timeoutMs,
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
}
