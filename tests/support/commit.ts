import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Whether everything is to be tested that a usual run leaves out or takes turns with: `NIGHTLY=1 npm test`. */
export const isNightly = process.env.NIGHTLY === '1';

const home = join(import.meta.dirname, '../..');

/**
 * A number that follows from the commit: the same on every machine, another one for each commit, so that successive runs
 * try different seeds. 1 where there is no repository.
 */
export const commitNumber = 1 + readCommit();

function readCommit(): number {
  try {
    const hash = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: home, encoding: 'utf8', stdio: 'pipe' });
    return Number.parseInt(hash.slice(0, 6), 16);
  } catch {
    return 0;
  }
}

/**
 * Returns the elements that this commit must try: a third of them, another one for each commit, and those whose files
 * the last ten commits changed. All of them nightly, and where the repository has fewer commits.
 */
export function ofThisCommit<One>(many: readonly One[], filesOf: (one: One) => readonly string[]): One[] {
  return many.filter((one, place) => isNightly || (place + commitNumber) % 3 === 0 || haveChanged(filesOf(one)));
}

/** Returns whether these files or folders, relative to the project, differ from those of ten commits ago. */
function haveChanged(paths: readonly string[]): boolean {
  return spawnSync('git', ['diff', '--quiet', 'HEAD~10', '--', ...paths], { cwd: home }).status !== 0;
}
