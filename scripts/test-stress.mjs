// `npm run test:stress -- tests/journeys/tabs.test.ts`: runs test files twenty times beside two busy processes, and prints
// which runs failed. A test that depends on chance or on the speed of the machine fails here. `--pauses` also makes
// servers, and the storage in tests of screens, answer late at random (`tests/support/random-pauses.ts`).
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { OperatorError, readArguments, readCount, runCommand } from '../src/server/platform/base/operator-error.ts';
import { home } from './stamp.mjs';

const usage = 'npm run test:stress -- FILE… [--times N] [--pauses]';
const busyProcesses = 2;

await runCommand(async () => {
  const { values, positionals } = readArguments(usage, {
    allowPositionals: true,
    options: { times: { type: 'string', default: '20' }, pauses: { type: 'boolean' } },
  });
  const times = readCount('times', values.times);
  if (positionals.length === 0) throw new OperatorError(`Usage: ${usage}`);
  const files = positionals.map((file) => relative(home, resolve(file)).replaceAll('\\', '/'));
  const missing = files.find((file) => !existsSync(join(home, file)));
  if (missing !== undefined) throw new OperatorError(`There is no file ${missing}.`);
  const journeys = files.filter((file) => file.startsWith('tests/journeys/'));
  if (journeys.length > 0 && journeys.length < files.length)
    throw new OperatorError('Journeys are run without other test files.');
  if (values.pauses) process.env.TEST_PAUSES = '1';
  makeBusy();
  const run = journeys.length > 0 ? ['playwright', 'test', '--workers=1'] : ['vitest', 'run', '--reporter=default'];
  const failed = Array.from({ length: times }, (_, place) => place + 1).filter((place) => !passes(run, files, place));
  console.log(
    `\n${times - failed.length} of ${times} runs passed${failed.length > 0 ? `, not ${failed.join(', ')}` : ''}`,
  );
  process.exitCode = failed.length > 0 ? 1 : 0;
});

/** Runs the files once; prints the output of a run that fails. */
function passes([program, ...args], files, place) {
  const { status, stdout, stderr } = spawnSync(join(home, 'node_modules/.bin', program), [...args, ...files], {
    cwd: home,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  console.log(status === 0 ? `✓ run ${place}` : `${stdout}${stderr}\n✗ run ${place}`);
  return status === 0;
}

/** Starts processes that keep a core busy each, until this one ends. */
function makeBusy() {
  const children = Array.from({ length: busyProcesses }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  process.once('exit', () => children.forEach((child) => child.kill('SIGKILL')));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
}
