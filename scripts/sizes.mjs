// Measures the JavaScript (brotli) that a device loads before it can show the first page, and fails over budget.
// Reads dist/.vite/manifest.json: a page needs the sources listed for it here, and everything they import statically.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { OperatorError, readArguments, runCommand } from '../src/server/platform/base/operator-error.ts';
import { home } from './stamp.mjs';

const kB = 1000;
// The login screen is in the first file of the app: the routes import it statically.
const login = [/^_login-\w+\.js$/, /locale\/en\.po/];
// The palette is loaded when it is opened, and the drawing of the login page after that page.
const signedIn = [...login, /app\/layout\/(?!palette|guest-orders)/, /features\/dashboard\/user-dashboard-screen\./];
const syncWorker = ['sync/sync-worker.ts'];
const serviceWorker = join(home, 'dist/service-worker.js');

await runCommand(async () => {
  const { values } = readArguments('npm run sizes -- [--files]', { options: { files: { type: 'boolean' } } });
  const manifest = readManifest();
  const forDevelopers = Object.keys(manifest).filter((key) => key.includes('features/dev/'));
  if (forDevelopers.length > 0) throw new OperatorError(`The build has pages for developers: ${forDevelopers.join()}`);
  const firstScreen = filesOfPage(manifest, signedIn);
  const rows = [
    { name: 'login', budget: 150 * kB, files: filesOfPage(manifest, login) },
    { name: 'first signed-in screen', budget: 230 * kB, files: firstScreen },
    // What a device loads for it besides.
    {
      name: 'sync worker',
      budget: 15 * kB,
      files: filesOfPage(manifest, syncWorker).filter((file) => !firstScreen.includes(file)),
    },
    { name: 'service worker', budget: 46.5 * kB, files: [serviceWorker] },
  ].map((row) => ({ ...row, size: row.files.reduce((total, file) => total + brotliSize(file), 0) }));
  for (const { name, budget, files, size } of rows) {
    const verdict = size > budget ? 'OVER BUDGET' : 'ok';
    console.log(
      `${name.padEnd(24)}${(size / kB).toFixed(1).padStart(7)} kB brotli of ${budget / kB}, ${files.length} files: ${verdict}`,
    );
    if (values.files) files.forEach((file) => console.log(`  ${brotliSize(file)} ${file}`));
  }
  process.exitCode = rows.some(({ size, budget }) => size > budget) ? 1 : 0;
});

function readManifest() {
  const file = join(home, 'dist/.vite/manifest.json');
  if (!existsSync(file)) throw new OperatorError('The app is not built: run `npm run build` first.');
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The built files behind the sources that match, with everything they import statically. */
function filesOfPage(manifest, sources) {
  const keys = sources.flatMap((rule) => {
    const found = Object.keys(manifest).filter((key) => (rule.test ? rule.test(key) : rule === key));
    if (found.length === 0) throw new OperatorError(`No built file is named after ${rule}.`);
    return found;
  });
  const seen = new Set();
  const visit = (key) => {
    if (seen.has(key)) return;
    seen.add(key);
    (manifest[key].imports ?? []).forEach(visit);
  };
  keys.forEach(visit);
  const files = [...seen].map((key) => manifest[key].file).filter((file) => file.endsWith('.js'));
  return [...new Set(files)].map((file) => join(home, 'dist', file));
}

function brotliSize(file) {
  return brotliCompressSync(readFileSync(file)).length;
}
