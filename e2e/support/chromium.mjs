import { existsSync } from 'node:fs';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];

/** The browser of the tests and of bench/browser: `CHROME_PATH`, else the system's Chromium, else the one inside an npm package. */
export async function chromium() {
  for (const executablePath of [process.env.CHROME_PATH, '/usr/bin/chromium'])
    if (executablePath && existsSync(executablePath)) return { executablePath, args: FLAGS };
  // Set before the import: the package then brings its own system libraries.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  return { executablePath: await packaged.executablePath(), args: [...new Set([...packaged.args, ...FLAGS])] };
}
