import { defineConfig } from '@playwright/test';
import base from '../playwright.config';

/** `pnpm test:firefox`: the console in Firefox, which puppeteer drives by WebDriver BiDi; FIREFOX_PATH says where it is. */
export default defineConfig(base, {
  testDir: '.',
  testIgnore: [],
  globalSetup: '../support/global-setup.ts',
  workers: 1,
});
