/** `pnpm pictures`: takes the README's pictures again, from a console with demonstration data. */
import config from './playwright.config';

export default { ...config, testMatch: 'pictures.ts', reporter: 'list', retries: 0, workers: 1 };
