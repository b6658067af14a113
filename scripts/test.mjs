// `npm test`: runs every part, or those whose names begin with one of the arguments (`npm test -- server types`),
// and ends with a table, the slowest files, the failed tests and the line `N passed, N failed`. A part that cannot run
// here prints NOT RUN, and fails when CI=true. Types and build come first: when one of them fails, nothing else starts. A
// file that failed is run once more, alone, at the end (test-repeat.mjs); when it passes then, it counts as passed, and
// its first failure is printed as FLAKY. NIGHTLY=1 runs everything that a usual run leaves out or takes turns with.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findChromium } from './chromium.mjs';
import { findPostgres } from './postgres.mjs';
import { OperatorError, runCommand } from '../src/server/platform/base/operator-error.ts';
import { home } from './stamp.mjs';
import { countCheck, countPlaywright, countVitest } from './test-counts.mjs';
import { filesToRepeat, withPassedRepeat } from './test-repeat.mjs';

const chromium = { what: 'Chromium (none on the PATH, in the usual places or at CHROMIUM_PATH)', find: findChromium };
const postgres = { what: 'PostgreSQL (initdb and postgres on the PATH, or TEST_POSTGRES_URL)', find: findPostgres };

const parts = [
  // A quick part keeps one core busy at most, so all quick parts run side by side, before all others; the output of each
  // is printed when it has ended.
  quick({ ...check('types', 'types'), isRequired: true }),
  // `npm start` builds as well: what the build prints, a new user reads.
  quick({ ...check('build', 'build:if-changed'), isRequired: true, linesMax: 3 }),
  quick(check('lint', 'lint')),
  quick(check('format', 'format:check')),
  quick(check('unused', 'unused')),
  quick(check('messages', 'i18n:check')),
  quick(check('trace', 'trace', '--counts')),
  check('sizes', 'sizes'),
  unit('architecture'),
  unit('contract'),
  // Three files at once: their tests also wait for programs, connections and the disk.
  { ...unit('server', 3), name: 'server-sqlite', env: { TEST_DATABASE: 'sqlite' } },
  { ...unit('server', 3), name: 'server-postgres', env: { TEST_DATABASE: 'postgres' }, needs: postgres },
  unit('sync'),
  unit('screens'),
  {
    name: 'journeys',
    command: (_report, file) => ['playwright', 'test', '--reporter=list,json', ...(file ? ['--workers=1', file] : [])],
    count: countPlaywright,
    needs: chromium,
  },
];

await runCommand(async () => {
  const wanted = process.argv.slice(2);
  const unknown = wanted.find((word) => !parts.some(({ name }) => name.startsWith(word)));
  if (unknown !== undefined) {
    throw new OperatorError(
      `There is no part "${unknown}"; the parts are ${parts.map(({ name }) => name).join(', ')}.`,
    );
  }
  const chosen = parts.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)));
  const reports = mkdtempSync(join(tmpdir(), 'comptoir-test-'));
  const results = await Promise.all(chosen.filter((part) => part.isQuick).map((part) => runPart(part, reports)));
  const others = chosen.filter((part) => !part.isQuick);
  const failed = results.find(
    (result) => result.failed > 0 && chosen.some((part) => part.isRequired && part.name === result.name),
  );
  if (failed) results.push(...others.map(({ name }) => notStarted(name, failed.name)));
  else for (const part of others) results.push(await runPart(part, reports));
  await repeatFailedFiles(results, chosen, reports);
  rmSync(reports, { recursive: true, force: true });
  report(results);
});

/** Runs each failed file that may be repeated once more, alone, and counts it as passed when it passes. */
async function repeatFailedFiles(results, chosen, reports) {
  for (const { name, file } of filesToRepeat(results)) {
    const at = results.findIndex((result) => result.name === name);
    const part = chosen.find((one) => one.name === name);
    console.log(`\n━━ once more, alone: ${file}`);
    const again = await runPart(part, reports, file);
    if (again.failed === 0) results[at] = withPassedRepeat(results[at], file);
  }
}

function check(name, script, ...options) {
  return { name, command: () => ['npm', 'run', '--silent', script, '--', ...options] };
}

function quick(part) {
  return { ...part, isQuick: true };
}

/** The tests of a Vitest project; `maxWorkers` is the number of files at once, where it is not that of the configuration. */
function unit(project, maxWorkers) {
  const reporters = ['--reporter=default', '--reporter=json'];
  const command = (report, file) => {
    const workers = file ? 1 : maxWorkers;
    return [
      'vitest',
      'run',
      '--project',
      project,
      ...(workers ? [`--maxWorkers=${workers}`] : []),
      ...reporters,
      `--outputFile.json=${report}`,
      ...(file ? [file] : []),
    ];
  };
  return { name: project, command, count: countVitest };
}

/** Runs a part, or only one test file of it. */
async function runPart({ name, command, count, env, needs, isQuick, linesMax }, reports, onlyFile) {
  if (!isQuick && !onlyFile) console.log(`\n━━ ${name}`);
  if (needs && !(await needs.find())) return notRun(name, needs.what);
  const file = join(reports, `${name}${onlyFile ? '-again' : ''}.json`);
  rmSync(file, { force: true });
  const [program, ...args] = command(file, onlyFile);
  const startedAt = performance.now();
  const options = { cwd: home, env: environment(file, env) };
  const { status, output } = await run(program, args, { ...options, stdio: isQuick ? 'pipe' : 'inherit' });
  const seconds = (performance.now() - startedAt) / 1000;
  if (isQuick) console.log(`\n━━ ${name}\n${output}`);
  return { name, seconds, skipped: 0, ...(count ? count(file, status) : countCheck(status, output, linesMax)) };
}

/** Runs a program to its end; `output` is what it wrote, or empty when that goes directly to the terminal. */
function run(program, args, options) {
  return new Promise((resolve) => {
    const child = spawn(program, args, options);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));
    child.on('error', (error) => resolve({ status: null, output: `${output}${error.message}` }));
    child.on('close', (status) => resolve({ status, output }));
  });
}

function environment(file, env) {
  const PATH = join(home, 'node_modules/.bin') + delimiter + process.env.PATH;
  // Each test file of a screen is a process of its own: without the cache an eighth of its time compiles the test tools.
  const NODE_COMPILE_CACHE = join(home, 'node_modules/.cache/tests');
  return { ...process.env, ...env, PATH, NODE_COMPILE_CACHE, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
}

function notRun(name, what) {
  console.error(`\n*** NOT RUN: ${name}, because this machine has no ${what} ***\n`);
  return {
    name,
    seconds: 0,
    passed: 0,
    failed: process.env.CI === 'true' ? 1 : 0,
    skipped: 0,
    note: `NOT RUN: no ${what}`,
  };
}

function notStarted(name, failed) {
  return { name, seconds: 0, passed: 0, failed: 0, skipped: 0, note: `not started, because ${failed} failed` };
}

/** Prints the ten test files that take longest, by the sum of their tests, with the longest test of each. */
function printSlowest(results) {
  const files = results.flatMap(({ name, tests = [] }) =>
    [...Map.groupBy(tests, ({ file }) => file)].map(([file, its]) => ({
      file: `${name} ${file}`,
      seconds: its.reduce((sum, { seconds }) => sum + seconds, 0),
      longest: its.toSorted((a, b) => b.seconds - a.seconds)[0],
    })),
  );
  if (files.length > 0) console.log('\nslowest files');
  for (const { file, seconds, longest } of files.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${file} (${longest.seconds.toFixed(1)} s: ${longest.title})`);
}

function report(results) {
  const row = (name, ...numbers) => name.padEnd(18) + numbers.map((text) => String(text).padStart(9)).join('');
  console.log(`\n${row('part', 'passed', 'failed', 'skipped', 'seconds')}`);
  for (const { name, passed, failed, skipped, seconds, note = failed > 0 ? '✗' : '' } of results)
    console.log(`${row(name, passed, failed, skipped, seconds.toFixed(1))}  ${note}`.trimEnd());
  printSlowest(results);
  const list = (mark, key) =>
    results.flatMap(({ name, [key]: tests = [] }) => tests.map(({ text }) => `\n${mark} ${name}: ${text}`));
  for (const line of [...list('FLAKY', 'flaky'), ...list('✗', 'failures')]) console.log(line);
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`);
  process.exitCode = sum('failed') > 0 || results.length === 0 ? 1 : 0;
}
