// Keeps the server of a release as a fixture: `node scripts/keep-release.mjs COMMIT`. tests/server/release-before.test.ts
// runs it beside this version on one database. After each release, keep that one.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const fixture = join(root, 'tests/server/fixtures/release-before.tar.gz');
/** What a server consists of: its sources without demo data, the contract, and the file that makes them ES modules. */
const parts = ['package.json', 'src/contract', 'src/server', ':(exclude)src/server/demo'];

const [commit, ...others] = process.argv.slice(2);
if (commit === undefined || others.length > 0 || commit.startsWith('-'))
  fail('Usage: node scripts/keep-release.mjs COMMIT');
const archive = spawnSync('git', ['archive', '--format=tar.gz', '-9', `--output=${fixture}`, commit, '--', ...parts], {
  cwd: root,
  encoding: 'utf8',
});
if (archive.status !== 0) fail(`git archive failed: ${(archive.stderr || String(archive.error)).trim()}`);

/** @param {string} sentence @returns {never} */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
