import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { syncWorker } from './scripts/sync-worker.ts';
import { mutantPlugin } from './scripts/mutants/plugin.ts';
import { bundledPaths } from './tests/support/bundled-packages.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const define = { __APP_VERSION__: JSON.stringify('test') };
/** In ms. They end only a test that hangs: beside other work everything takes several times as long. */
const limits = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 20_000 } } };
/**
 * Test files of the server whose first line says `// database: any`: what they prove does not pass through the database,
 * so a usual run has them on SQLite only.
 */
const withoutDatabase = readdirSync(here('tests/server'))
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `tests/server/${name}`)
  .filter((path) => readFileSync(here(path), 'utf8').startsWith('// database: any\n'));
const { TEST_DATABASE, NIGHTLY } = process.env;
const skipped = TEST_DATABASE === 'postgres' && NIGHTLY !== '1' ? withoutDatabase : [];
/** Folders whose imports the screens load. */
const sources = [here('src/client'), here('src/contract'), here('tests/screens'), here('tests/support')];
const quiet = here('tests/support/fail-on-console-error.ts');

export default defineConfig({
  test: {
    // A changed source must neither come from the cache nor stay in it.
    fsModuleCache: process.env.MUTANT === undefined,
    // On two cores Vitest alone would run one file at a time, and most of them wait for programs and databases.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        plugins: mutantPlugin(),
        test: { name: 'contract', include: ['tests/contract/**/*.test.ts'], setupFiles: [quiet], ...limits },
      },
      {
        test: { name: 'architecture', include: ['tests/architecture/**/*.test.ts'], ...limits },
      },
      {
        define,
        plugins: mutantPlugin(),
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...skipped],
          globalSetup: here('tests/support/postgres.ts'),
          setupFiles: [quiet, here('tests/support/close-test-servers.ts')],
          // Loading the server anew for each of 100 files takes as long as a seventh of the tests.
          isolate: false,
          ...limits,
        },
      },
      {
        define,
        plugins: mutantPlugin(),
        test: {
          name: 'sync',
          include: ['tests/sync/**/*.test.ts'],
          setupFiles: ['fake-indexeddb/auto', quiet],
          ...limits,
        },
      },
      {
        define,
        resolve: { alias: { 'virtual:pwa-register/react': here('tests/support/screen-environment.ts') } },
        plugins: [
          ...mutantPlugin(),
          syncWorker(),
          lingui(),
          babel({ presets: [linguiTransformerBabelPreset()] }),
          react(),
        ],
        test: {
          name: 'screens',
          environment: 'happy-dom',
          deps: {
            optimizer: { client: { enabled: true, include: bundledPaths(sources), exclude: ['react', 'react-dom'] } },
          },
          include: ['tests/screens/**/*.test.{ts,tsx}'],
          setupFiles: ['fake-indexeddb/auto', here('tests/support/screen-environment.ts'), quiet],
          ...limits,
          // One that is not UTC, where times of the day would hide a missing conversion.
          env: { TZ: 'Africa/Tripoli' },
          globals: true,
        },
      },
    ],
  },
});
