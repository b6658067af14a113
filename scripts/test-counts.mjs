// How many tests passed and failed, read from the reports that Vitest and Playwright write. A run that wrote no report,
// found no test, or ended badly without a failed test counts as one failure: silence is never green.
import { existsSync, readFileSync } from 'node:fs';

/** Counts of a Vitest JSON report at `file`, for a run that ended with `status`. */
export function countVitest(file, status) {
  const report = read(file);
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
  return honest(report?.numPassedTests ?? 0, report?.numFailedTests ?? 0, skipped, status);
}

/** Counts of a Playwright JSON report at `file`, for a run that ended with `status`. */
export function countPlaywright(file, status) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = read(file)?.stats ?? {};
  return honest(expected, unexpected + flaky, skipped, status);
}

function honest(passed, failed, skipped, status) {
  const hidden = failed === 0 && (status !== 0 || passed === 0);
  return { passed, failed: hidden ? 1 : failed, skipped };
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
