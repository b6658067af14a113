import { defineConfig, devices } from '@playwright/test';
import { launchOptions } from './tests/support/chromium.ts';

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '**/*.test.ts',
  workers: 1,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: !!process.env.CI,
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    serviceWorkers: 'allow',
    trace: 'retain-on-failure',
    launchOptions: await launchOptions(),
  },
});
