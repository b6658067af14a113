// Counts passed and failed tests in the reports of Vitest and Playwright, and lists the failed ones as `{ file, text }`,
// `file` relative to the project. A run that wrote no report,
// found no test, or ended badly without a failed test counts as one failure.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { home } from './stamp.mjs';

/** Counts of a Vitest JSON report at `file`, for a run that ended with `status`. */
export function countVitest(file, status) {
  const counts = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = {
    ...counts,
    ...readReport(file),
  };
  const failures = testResults.flatMap(failuresInFile);
  return { ...withHiddenFailure(numPassedTests, numFailedTests, numPendingTests + numTodoTests, status), failures };
}

/** Counts of a Playwright JSON report at `file`, for a run that ended with `status`. */
export function countPlaywright(file, status) {
  const report = readReport(file);
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {};
  const failures = (report?.suites ?? [])
    .flatMap(specsIn)
    .filter(({ ok }) => !ok)
    .map(({ file: test, title, tests }) =>
      failure(join(report.config.rootDir, test), title, tests[0]?.results.at(-1)?.error?.message),
    );
  return { ...withHiddenFailure(expected, unexpected + flaky, skipped, status), failures };
}

/** Counts a check that ended with `status`; it has also failed when it printed more than `linesMax` lines. */
export function countCheck(status, output, linesMax = Infinity) {
  const isTooLong = output.trim().split('\n').length > linesMax;
  const passed = status === 0 && !isTooLong ? 1 : 0;
  return {
    passed,
    failed: 1 - passed,
    ...(status === 0 && isTooLong && { note: `printed more than ${linesMax} lines` }),
  };
}

/** The failed tests of one file, or the file itself when none of its tests could run. */
function failuresInFile({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (status === 'failed' && failed.length === 0) return [failure(name, 'the file', message)];
  return failed.map(({ fullName, failureMessages }) => failure(name, fullName, failureMessages[0]));
}

const specsIn = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsIn)];

/** A failed test; `text` is one line: the test file, the test, and the first line of its error without colours. */
function failure(path, title, error = 'no message') {
  // oxlint-disable-next-line no-control-regex -- the colours of a terminal
  const [message] = error.replaceAll(/\u001B\[[\d;]*m/g, '').split('\n');
  const file = relative(home, path);
  return { file, text: `${file} › ${title}: ${message}` };
}

/** Adds one failure for a run without failed tests that ended badly or passed no test. */
function withHiddenFailure(passed, failed, skipped, status) {
  const hidden = failed === 0 && (status !== 0 || passed === 0);
  return { passed, failed: hidden ? 1 : failed, skipped };
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
