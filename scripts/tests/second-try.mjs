// In CI a test that fails is tried a second time, as Playwright's are: on a busy machine a race in a test is no reason
// to refuse a change. What needed it is named at the end of the run (scripts/test.mjs), and is to be mended.
import { jest } from '@jest/globals';

if (process.env.CI) jest.retryTimes(1, { logErrorsBeforeRetry: true });
