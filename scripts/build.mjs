// Builds the app into dist/, with brotli and gzip files beside the originals. With --if-changed it does so only
// when one of the sources or APP_VERSION has changed since the last build.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments, runCommand } from '../src/server/platform/base/operator-error.ts';
import { fingerprint, home, readStamp } from './stamp.mjs';

const sources = [
  'src/client',
  'src/contract',
  'locale',
  'public',
  'vite.config.ts',
  'lingui.config.ts',
  'package.json',
  'package-lock.json',
  'scripts/build.mjs',
  'scripts/chunks.ts',
  'scripts/compress.mjs',
  'scripts/early-files.ts',
  'scripts/fonts.ts',
  'scripts/notices.ts',
  'scripts/sync-worker.ts',
  'scripts/theme.ts',
  'scripts/web-manifests.ts',
];
const stampFile = join(home, 'dist/.vite/sources');
const current = fingerprint(sources, process.env.APP_VERSION);

await runCommand(async () => {
  const { values } = readArguments('npm run build -- [--if-changed]', {
    options: { 'if-changed': { type: 'boolean' } },
  });
  if (values['if-changed'] && readStamp(stampFile) === current) return;
  console.log('Building the app …');
  process.chdir(home);
  const { build } = await import('vite');
  const { compressAll } = await import('./compress.mjs');
  await build({ logLevel: 'warn' });
  await compressAll(join(home, 'dist'));
  writeFileSync(stampFile, current);
});
