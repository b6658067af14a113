// Installs missing parts, on any Node from 20 on: packages when the lock changed, then the build (`npm start`) or a
// browser and a connection pooler (`npm test`, --tests), or nothing more (--packages). Does nothing, in well under a
// second, when everything is current.
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from './chromium.mjs';
import { findPgBouncer, findPostgres } from './postgres.mjs';
import { fingerprint, home, readStamp } from './stamp.mjs';

const nodeNeeded = 24;
const stampFile = join(home, 'node_modules/.installed');

installPackages();
const node = nodeForTheProject();
if (process.argv.includes('--tests')) {
  await provideChromium();
  providePgBouncer();
} else if (!process.argv.includes('--packages')) run(node, ['scripts/build.mjs', '--if-changed']);

function installPackages() {
  const lock = fingerprint(['package-lock.json'], `${process.platform} ${process.arch}`);
  if (readStamp(stampFile) === lock) return;
  console.log('Installing packages …');
  // No package of ours needs an install script, so none may run.
  npm(['ci', '--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error']);
  writeFileSync(stampFile, lock);
}

/** The Node that runs the project: the packaged one, else the current one if it is new enough. */
function nodeForTheProject() {
  const [folder, file] = process.platform === 'win32' ? ['win', 'node.exe'] : [process.platform, 'node'];
  const packaged = join(home, `node_modules/node-${folder}-${process.arch}/bin/${file}`);
  if (existsSync(packaged)) return packaged;
  if (Number(process.versions.node.split('.')[0]) >= nodeNeeded) return process.execPath;
  console.error(
    `Comptoir needs Node ${nodeNeeded} or newer; this is ${process.version}, and there is no Node package for ` +
      `${process.platform} ${process.arch} to install it from.\nInstall Node ${nodeNeeded} from https://nodejs.org and try again.`,
  );
  process.exit(1);
}

async function provideChromium() {
  if (process.env.CHROMIUM_PATH || (await findChromium())) return;
  console.log('No Chromium on this machine, getting one for the browser tests …');
  const installed =
    installDebian('chromium') || run(node, ['node_modules/playwright/cli.js', 'install', 'chromium'], false);
  if (!installed || !(await findChromium())) {
    console.error(
      '\n*** NOT RUN: no Chromium can be installed; the browser tests will not run (set CHROMIUM_PATH). ***\n',
    );
  }
}

function providePgBouncer() {
  if (!findPostgres() || findPgBouncer()) return;
  console.log('No PgBouncer on this machine, getting one for the tests with PostgreSQL …');
  if (!installDebian('pgbouncer')) {
    console.error('\n*** NOT RUN: no PgBouncer can be installed; the tests of a connection pooler will not run. ***\n');
  }
}

function installDebian(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  const install = ['-y', '-qq', '--no-install-recommends', 'install', name];
  return run('apt-get', install, false) || (run('apt-get', ['-qq', 'update'], false) && run('apt-get', install, false));
}

/** Runs npm on the Node that npm itself was started with: the Node in node_modules is about to be replaced. */
function npm(args) {
  const { npm_execpath: script, npm_node_execpath: startedNode } = process.env;
  if (script) return run(startedNode ?? process.execPath, [script, ...args]);
  return run('npm', args, true, process.platform === 'win32');
}

function run(command, args, mustWork = true, shell = false) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync(command, args, { cwd: home, stdio: 'inherit', env, shell });
  if (status !== 0 && mustWork) process.exit(status ?? 1);
  return status === 0;
}
