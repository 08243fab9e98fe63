import { defineConfig } from '@playwright/test';
import base from '../playwright.config';

/** `pnpm test:outside`: a remote that is built in a folder outside the project, from the packed platform alone. */
export default defineConfig(base, {
  testDir: '.',
  testIgnore: [],
  globalSetup: './global-setup.ts',
  workers: 1,
  timeout: 120_000,
});
