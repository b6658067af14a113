// Which failed test files `npm test` runs once more, alone, and what a passed repeat changes. A test that passes then has
// failed by chance: it does not refuse a change, but its cause is to be mended.
const repeatsMax = 2;

/** Tests of money and simulators are never repeated: one red run of them is a find. */
const isFinal = (file) =>
  /simulator|money|ledger|balance|amounts|currency|order|outcome|idempotency|lost-answer|keys/.test(file);

/**
 * Returns the part and the file of each failure to repeat: all failed files, or none when there are more than two, when
 * one is of money or a simulator, or when a part failed outside of its files.
 */
export function filesToRepeat(results) {
  const failed = results.filter((result) => result.failed > 0);
  if (failed.some(({ failures = [], ...result }) => failures.length !== result.failed)) return [];
  const files = failed.flatMap(({ name, failures }) =>
    [...new Set(failures.map(({ file }) => file))].map((file) => ({ name, file })),
  );
  return files.length > repeatsMax || files.some(({ file }) => isFinal(file)) ? [] : files;
}

/** Returns a part's result after `file` has passed alone: its failures count as passed and are listed as flaky. */
export function withPassedRepeat({ passed, failed, failures, flaky = [], ...result }, file) {
  const isRepeated = (failure) => failure.file === file;
  const repeated = failures.filter(isRepeated);
  return {
    ...result,
    passed: passed + repeated.length,
    failed: failed - repeated.length,
    failures: failures.filter((failure) => !isRepeated(failure)),
    flaky: [...flaky, ...repeated],
  };
}
