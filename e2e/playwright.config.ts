import { defineConfig } from '@playwright/test';
import { chromium } from './support/chromium.mjs';

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  // A console of their own (`pnpm test:deployed`).
  testIgnore: ['deployed/**', 'firefox/**', 'outside/**'],
  globalSetup: './support/global-setup.ts',
  snapshotPathTemplate: '{testDir}/scenes/{arg}{ext}',
  fullyParallel: true,
  workers: 2,
  // Once more where a machine that does much else was too slow; the report names such a test as flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? 'test-results/report.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    // Nothing is judged in the middle of a transition.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(await chromium()),
    },
    // A test takes twice as long with one; `--trace=on` has it at once.
    trace: 'on-first-retry',
  },
});
