// Keeps a release as fixtures: `node scripts/keep-release.mjs COMMIT`. `release-before.tar.gz` has its server and the parts
// of its app that run without a page: tests run them beside this version. `app-before.tar.gz` is its built app, which a
// journey runs in a browser. Builds with the packages of this version. After each release, keep that one.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const fixtures = join(root, 'tests/server/fixtures');
const client = ['actions', 'api', 'base', 'local', 'sync'].map((part) => `src/client/${part}`);
/** The sources: a server without demo data, the contract, the client's parts, and the file that makes them ES modules. */
const parts = ['package.json', 'src/contract', 'src/server', ':(exclude)src/server/demo', ...client];
/** What a build has beside the files that the app loads. */
const notLoaded = ['*.br', '*.gz', 'dist/.vite', 'dist/screenshots', 'dist/third-party-notices.txt'];

const [commit, ...others] = process.argv.slice(2);
if (commit === undefined || others.length > 0 || commit.startsWith('-'))
  fail('Usage: node scripts/keep-release.mjs COMMIT');
try {
  keep(commit);
} catch (error) {
  fail(/** @type {Error} */ (error).message);
}

/** @param {string} commit */
function keep(commit) {
  // An archive of nothing would empty the fixture.
  run('git', ['rev-parse', '--verify', '--quiet', `${commit}^{commit}`]);
  const sources = join(fixtures, 'release-before.tar.gz');
  run('git', ['archive', '--format=tar.gz', '-9', `--output=${sources}`, commit, '--', ...parts]);

  const folder = join(mkdtempSync(join(tmpdir(), 'comptoir-release-')), 'app');
  try {
    run('git', ['worktree', 'add', '--quiet', '--detach', folder, commit]);
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    run(process.execPath, ['scripts/build.mjs'], folder);
    const excluded = notLoaded.map((pattern) => `--exclude=${pattern}`);
    const archive = join(fixtures, 'app-before.tar.gz');
    run('tar', ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', ...excluded, '-czf', archive, 'dist'], folder);
  } finally {
    run('git', ['worktree', 'remove', '--force', folder]);
    rmSync(join(folder, '..'), { recursive: true, force: true });
  }
}

/** @param {string} command @param {string[]} args @param {string} [cwd] */
function run(command, args, cwd = root) {
  const { status, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`${command} ${args[0]} failed: ${(stderr || String(error ?? `exit code ${status}`)).trim()}`);
}

/** @param {string} sentence @returns {never} */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
