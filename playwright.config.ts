import { defineConfig, devices } from '@playwright/test';
import { launchOptions } from './tests/support/machine.ts';

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '**/*.test.ts',
  globalSetup: './tests/support/demo-folder.ts',
  // A browser also waits: two at once leave a tenth of two cores unused.
  workers: 3,
  retries: 0,
  // Both end only a test that hangs: beside other work everything takes several times as long.
  timeout: 600_000,
  expect: { timeout: 30_000 },
  forbidOnly: !!process.env.CI,
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    serviceWorkers: 'allow',
    // Recording every step costs as much as the steps; `playwright test --trace on` records a run that fails.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: await launchOptions(),
  },
});
