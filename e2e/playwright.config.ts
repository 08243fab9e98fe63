import { defineConfig } from '@playwright/test';
import { chromium } from './support/chromium';

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? 'test-results/report.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      ...(await chromium()),
    },
    trace: 'retain-on-failure',
  },
});
