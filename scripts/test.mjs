// The whole test run: types, lint and format, unit and API tests, the production build, the real console in Chromium,
// and what needs a system program: the console in Firefox, the API tests on PostgreSQL 15, and what the images hold,
// behind nginx. It installs nothing; a stage whose program is missing is named as not run. Every stage runs, whatever
// the one before it said; the last line counts. `--all` does at length what is too long for every change;
// `--only=deployed` runs the stages of that name.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasPostgres, POSTGRES_15 } from './postgres-server.mjs';
import { missingForPrevious } from './previous/release.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const e2e = path.join(root, 'e2e');
const reports = mkdtempSync(path.join(tmpdir(), 'console-test-'));
const runsAll = process.argv.includes('--all');
const [, only = ''] = /^--only=(.*)$/.exec(process.argv.find((word) => word.startsWith('--only=')) ?? '') ?? [];
// Where Debian puts nginx, and where who is not root does not look.
process.env.PATH = `${process.env.PATH}${path.delimiter}/usr/sbin`;
const inPath = (program) =>
  process.env.PATH.split(path.delimiter).some((folder) => existsSync(path.join(folder, program)));

const report = (file) => JSON.parse(readFileSync(path.join(reports, file), 'utf8'));
/** A line for each spec of Playwright's report that passed only at its second try. */
const flakySpecs = (suites) =>
  suites.flatMap(({ suites: inner = [], specs }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ file, line, title }) => `flaky: e2e/tests/${file}:${line}: ${title}`),
    ...flakySpecs(inner),
  ]);
const noTests = () => ({ passed: 0, failed: 0 });
const jest = (file) => ({
  args: ['--json', `--outputFile=${path.join(reports, file)}`],
  read: () => {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults } = report(file);
    return {
      passed: numPassedTests,
      failed: numFailedTests + numRuntimeErrorTestSuites,
      notes: testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status, invocations }) => status === 'passed' && invocations > 1)
          .map(({ fullName }) => `flaky: ${path.relative(root, name)}: ${fullName}`),
      ),
    };
  },
});
const playwright = (file, ...args) => ({
  command: [path.join(e2e, 'node_modules/@playwright/test/cli.js'), 'test', ...args],
  cwd: e2e,
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(reports, file) },
  read: () => {
    const { stats, suites } = report(file);
    const { expected, flaky, unexpected } = stats;
    return { passed: expected + flaky, failed: unexpected, notes: flakySpecs(suites) };
  },
});

const web = jest('web.json');
const embedded = jest('embedded.json');
const postgres15 = jest('postgres15.json');
/** Leaves out tests that are too long for every change: `--all` has them. */
const shortened = runsAll ? [] : ['--testNamePattern', '^(?!.*@at-length)'];
const jestProgram = ['--disable-warning=ExperimentalWarning', path.join(root, 'node_modules/jest/bin/jest.js')];
const previous = jest('previous.json');
const recipes = jest('recipes.json');
const stages = [
  { name: 'types, lint, format', command: [path.join(root, 'scripts/check.mjs')], read: noTests },
  {
    name: 'tests of the browser packages',
    command: [...jestProgram, '--selectProjects=web', ...web.args],
    read: web.read,
  },
  {
    name: 'tests of service and scripts, on PostgreSQL 15',
    needs: [['PostgreSQL 15 (apt-get install postgresql-15)', () => hasPostgres(POSTGRES_15)]],
    command: [path.join(root, 'scripts/test-postgres15.mjs'), ...postgres15.args, ...shortened],
    read: postgres15.read,
  },
  // On every change one server is enough; that the embedded one starts, fills and keeps its data is among the tests above.
  ...(runsAll || !hasPostgres(POSTGRES_15)
    ? [
        {
          name: 'tests of service and scripts, on the embedded PostgreSQL',
          command: [...jestProgram, '--selectProjects=api', ...embedded.args, ...shortened],
          read: embedded.read,
        },
      ]
    : []),
  { name: 'production build', command: [path.join(root, 'scripts/build.mjs')], read: noTests },
  {
    name: 'the console in Chromium',
    ...playwright('playwright.json', ...(runsAll ? [] : ['--grep-invert', '@at-length'])),
  },
  {
    name: 'the console in Firefox',
    needs: [['Firefox (apt-get install firefox-esr)', () => inPath('firefox-esr')]],
    ...playwright('firefox.json', '-c', 'firefox', ...(runsAll ? [] : ['--grep', '@each-change'])),
  },
  {
    name: 'deployed: what the images hold',
    needs: [
      ['nginx (apt-get install nginx)', () => inPath('nginx')],
      ['openssl (apt-get install openssl)', () => inPath('openssl')],
      ['zstd (apt-get install zstd)', () => inPath('zstd')],
      ['PostgreSQL 15 (apt-get install postgresql-15)', () => hasPostgres(POSTGRES_15)],
    ],
    ...playwright('deployed.json', '-c', 'deployed'),
  },
  ...(runsAll
    ? [
        { name: 'outside: a remote built from packages alone', ...playwright('outside.json', '-c', 'outside') },
        {
          name: 'the recipes of CONTRIBUTING, followed in a copy',
          command: [path.join(root, 'scripts/recipes.mjs'), ...recipes.args],
          read: recipes.read,
        },
        {
          name: "the previous release's API tests on this schema",
          needs: [
            ['PostgreSQL 15 (apt-get install postgresql-15)', () => hasPostgres(POSTGRES_15)],
            [missingForPrevious(), () => missingForPrevious() === null],
          ],
          command: [path.join(root, 'scripts/previous/tests.mjs'), ...previous.args],
          read: previous.read,
        },
      ]
    : []),
  {
    name: `faults, ${runsAll ? 200 : 3} rounds of kills`,
    command: [path.join(root, 'scripts/faults.mjs'), '--rounds', ...(runsAll ? ['200'] : ['3', '--short'])],
    isHeard: true,
    read: (output) => {
      const [, good, bad] = /(\d+) passed, (\d+) failed\s*$/.exec(output);
      return { passed: Number(good), failed: Number(bad), notes: output.match(/^(not run|flaky): .*$/gm) ?? [] };
    },
  },
].filter(({ name }) => name.includes(only));

const seconds = (since) => Math.round((Date.now() - since) / 1000);
const total = { passed: 0, failed: 0 };
const lines = [];
const begun = Date.now();
for (const { name, needs = [], command, cwd = root, env = {}, isHeard = false, read } of stages) {
  const missing = needs.filter(([, isThere]) => !isThere()).map(([program]) => program);
  if (missing.length > 0) {
    lines.push(`not run   ${name}: ${missing.join(' and ')} is missing`);
    continue;
  }
  const started = Date.now();
  console.log(`\n── ${name}`);
  const { status, stdout } = spawnSync(process.execPath, command, {
    cwd,
    stdio: ['inherit', isHeard ? 'pipe' : 'inherit', 'inherit'],
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (isHeard) process.stdout.write(stdout);
  // A stage that failed without naming a test counts as one failure.
  let result = { passed: 0, failed: 1 };
  let notes = [];
  try {
    const { passed, failed, notes: said = [] } = read(stdout);
    result = { passed, failed: failed || (status === 0 ? 0 : 1) };
    notes = said.map((note) => `           ${note}`);
  } catch {
    console.error(`── ${name}: there is no report.`);
  }
  total.passed += result.passed;
  total.failed += result.failed;
  const line = `${result.failed === 0 ? 'good   ' : 'failed '} ${String(seconds(started)).padStart(5)} s  ${name}`;
  console.log(`── ${line}`);
  lines.push(line, ...notes);
}

rmSync(reports, { recursive: true, force: true });
console.log(`\nStages, ${seconds(begun)} s in all:\n${lines.join('\n')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
