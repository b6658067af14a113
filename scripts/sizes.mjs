// Measures the JavaScript (brotli) that a device loads before it can show the first page, and fails over budget.
// Reads dist/.vite/manifest.json: a page needs the sources listed for it here, and everything they import statically.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { OperatorError, readArguments, runCommand } from '../src/server/platform/base/operator-error.ts';
import { home } from './stamp.mjs';

const kB = 1000;
const login = ['index.html', /locale\/en\.po/, /features\/auth\/login-screen\./];
const signedIn = [...login, /app\/layout\//, /features\/dashboard\/user-dashboard-screen\./];
const worker = join(home, 'dist/service-worker.js');

await runCommand(async () => {
  const { values } = readArguments('npm run sizes -- [--files]', { options: { files: { type: 'boolean' } } });
  const manifest = readManifest();
  const rows = [
    { name: 'login', budget: 150 * kB, files: filesOfPage(manifest, login) },
    { name: 'first signed-in screen', budget: 230 * kB, files: filesOfPage(manifest, signedIn) },
    { name: 'service worker', budget: 45 * kB, files: [worker] },
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
  const keys = Object.keys(manifest).filter((key) =>
    sources.some((rule) => (rule.test ? rule.test(key) : rule === key)),
  );
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
