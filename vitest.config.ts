import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const define = { __APP_VERSION__: JSON.stringify('test') };
const quiet = here('tests/support/fail-on-console-error.ts');

export default defineConfig({
  test: {
    // On two cores Vitest alone would run one file at a time, and most of them wait for programs and databases.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      { test: { name: 'contract', include: ['tests/contract/**/*.test.ts'], setupFiles: [quiet] } },
      { test: { name: 'architecture', include: ['tests/architecture/**/*.test.ts'] } },
      {
        define,
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          globalSetup: here('tests/support/prepare-postgres.ts'),
          setupFiles: [quiet, here('tests/support/close-worlds.ts')],
          // Loading the server anew for each of 100 files takes as long as a seventh of the tests.
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        define,
        test: {
          name: 'sync',
          include: ['tests/sync/**/*.test.ts'],
          setupFiles: ['fake-indexeddb/auto', quiet],
          testTimeout: 30_000,
        },
      },
      {
        define,
        resolve: { alias: { 'virtual:pwa-register/react': here('tests/support/pwa-register.ts') } },
        plugins: [lingui(), babel({ presets: [linguiTransformerBabelPreset()] }), react()],
        test: {
          name: 'screens',
          environment: 'happy-dom',
          include: ['tests/screens/**/*.test.{ts,tsx}'],
          setupFiles: ['fake-indexeddb/auto', here('tests/support/screen-environment.ts'), quiet],
          testTimeout: 30_000,
          globals: true,
        },
      },
    ],
  },
});
