// The whole test run: types, lint and format, unit and API tests, the production build, and the real
// console in Chromium. Every stage runs, whatever the one before it said; the last line counts.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const reports = mkdtempSync(path.join(tmpdir(), 'console-test-'));
let passed = 0;
let failed = 0;

function run(name, command, { cwd = root, env = {} } = {}) {
  const started = Date.now();
  console.log(`\n── ${name}`);
  const { status } = spawnSync(process.execPath, command, { cwd, stdio: 'inherit', env: { ...process.env, ...env } });
  console.log(`── ${name}: ${status === 0 ? 'good' : 'failed'}, ${((Date.now() - started) / 1000).toFixed(0)} s`);
  return status === 0;
}

/** Adds a stage's tests to the count; a stage that failed without naming a test counts as one failure. */
function count(good, read) {
  try {
    const result = read();
    passed += result.passed;
    failed += result.failed || (good ? 0 : 1);
  } catch {
    failed += 1;
  }
}

const report = (name) => JSON.parse(readFileSync(path.join(reports, name), 'utf8'));

const checked = run('types, lint, format', [path.join(root, 'scripts/check.mjs')]);
count(checked, () => ({ passed: 0, failed: 0 }));

const jest = run('unit and API tests', [
  '--disable-warning=ExperimentalWarning',
  path.join(root, 'node_modules/jest/bin/jest.js'),
  '--json',
  `--outputFile=${path.join(reports, 'jest.json')}`,
]);
count(jest, () => {
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = report('jest.json');
  return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites };
});

const built = run('production build', [path.join(root, 'scripts/build.mjs')]);
count(built, () => ({ passed: 0, failed: 0 }));

const browser = run('the console in Chromium', [path.join(root, 'e2e/node_modules/@playwright/test/cli.js'), 'test'], {
  cwd: path.join(root, 'e2e'),
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(reports, 'playwright.json') },
});
count(browser, () => {
  const { expected, flaky, unexpected } = report('playwright.json').stats;
  return { passed: expected + flaky, failed: unexpected };
});

rmSync(reports, { recursive: true, force: true });
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
