// `npm test`: runs every part, or those whose names begin with one of the arguments (`npm test -- server types`),
// and ends with a table, the failed tests and the line `N passed, N failed`. A part that cannot run here prints
// NOT RUN, and fails when CI=true.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findChromium } from './chromium.mjs';
import { findPostgres } from './postgres.mjs';
import { OperatorError, runCommand } from '../src/server/platform/base/operator-error.ts';
import { home } from './stamp.mjs';
import { countPlaywright, countVitest } from './test-counts.mjs';

const chromium = { what: 'Chromium (none on the PATH, in the usual places or at CHROMIUM_PATH)', find: findChromium };
const postgres = { what: 'PostgreSQL (initdb and postgres on the PATH, or TEST_POSTGRES_URL)', find: findPostgres };

const parts = [
  // A quick part keeps one core busy at most, so all quick parts run side by side; the output of each is printed when
  // it has ended.
  quick(check('types', 'types')),
  quick(check('lint', 'lint')),
  quick(check('format', 'format:check')),
  quick(check('unused', 'unused')),
  quick(check('messages', 'i18n:check')),
  quick(check('trace', 'trace', '--counts')),
  unit('architecture'),
  unit('contract'),
  // Three files at once: their tests also wait for programs, connections and the disk.
  { ...unit('server', '--maxWorkers=3'), name: 'server-sqlite', env: { TEST_DATABASE: 'sqlite' } },
  { ...unit('server', '--maxWorkers=3'), name: 'server-postgres', env: { TEST_DATABASE: 'postgres' }, needs: postgres },
  unit('sync'),
  unit('screens'),
  check('build', 'build:if-changed'),
  check('sizes', 'sizes'),
  {
    name: 'journeys',
    command: () => ['playwright', 'test', '--reporter=list,json'],
    count: countPlaywright,
    needs: chromium,
    usesBuild: true,
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
  const sideBySide = chosen.filter((part) => part.isQuick);
  const results = await Promise.all(sideBySide.map((part) => runPart(part, reports)));
  for (const part of chosen.filter((other) => !sideBySide.includes(other))) {
    const hasNoBuild = part.usesBuild && results.some(({ name, failed }) => name === 'build' && failed > 0);
    results.push(hasNoBuild ? notBuilt(part.name) : await runPart(part, reports));
  }
  rmSync(reports, { recursive: true, force: true });
  report(results);
});

function check(name, script, ...options) {
  const count = (_report, status) => (status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
  return { name, command: () => ['npm', 'run', '--silent', script, '--', ...options], count };
}

function quick(part) {
  return { ...part, isQuick: true };
}

function unit(project, ...options) {
  const reporters = ['--reporter=default', '--reporter=json'];
  const command = (file) => [
    'vitest',
    'run',
    '--project',
    project,
    ...options,
    ...reporters,
    `--outputFile.json=${file}`,
  ];
  return { name: project, command, count: countVitest };
}

async function runPart({ name, command, count, env, needs, isQuick }, reports) {
  if (!isQuick) console.log(`\n━━ ${name}`);
  if (needs && !(await needs.find())) return notRun(name, needs.what);
  const file = join(reports, `${name}.json`);
  const [program, ...args] = command(file);
  const startedAt = performance.now();
  const options = { cwd: home, env: environment(file, env) };
  const { status, output } = await run(program, args, { ...options, stdio: isQuick ? 'pipe' : 'inherit' });
  const seconds = (performance.now() - startedAt) / 1000;
  if (isQuick) console.log(`\n━━ ${name}\n${output}`);
  return { name, seconds, skipped: 0, ...count(file, status) };
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
  return { ...process.env, ...env, PATH, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
}

function notRun(name, what) {
  console.error(`\n*** NOT RUN: ${name}, because this machine has no ${what} ***\n`);
  return { name, seconds: 0, passed: 0, failed: process.env.CI === 'true' ? 1 : 0, skipped: 0, missing: what };
}

/** Each journey would wait for its own time limit: an hour in all. */
function notBuilt(name) {
  return { name, seconds: 0, passed: 0, failed: 1, skipped: 0, failures: ['not run, because the app does not build'] };
}

function report(results) {
  console.log(
    `\n${'part'.padEnd(18)}${'passed'.padStart(8)}${'failed'.padStart(8)}${'skipped'.padStart(9)}${'seconds'.padStart(9)}`,
  );
  for (const { name, passed, failed, skipped, seconds, missing } of results) {
    const numbers = [passed, failed].map((n) => String(n).padStart(8)).join('') + String(skipped).padStart(9);
    const note = missing ? `  NOT RUN: no ${missing}` : failed ? '  ✗' : '';
    console.log(`${name.padEnd(18)}${numbers}${seconds.toFixed(1).padStart(9)}${note}`);
  }
  for (const { name, failures = [] } of results) for (const text of failures) console.log(`\n✗ ${name}: ${text}`);
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  const skipped = sum('skipped') ? `, ${sum('skipped')} skipped` : '';
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`);
  process.exitCode = sum('failed') > 0 || results.length === 0 ? 1 : 0;
}
