// Types, lint, format and public surface of everything, side by side; ends with 1 and names what failed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const inModules = (file) => path.join(root, 'node_modules', file);
const tsc = inModules('@typescript/native/bin/tsc');

const eslint = inModules('eslint/bin/eslint.js');
/** For checks of single files: only changed ones are checked again. */
const cached = (name) => [
  '--cache',
  '--cache-strategy',
  'content',
  '--cache-location',
  inModules(`.cache/check-${name}`),
];

// The slowest first.
const checks = [
  ['lint', [eslint, '.', '--max-warnings', '0', ...cached('eslint')]],
  ['surface of the packages', [path.join(root, 'scripts/surface.mjs'), '--check']],
  // The one rule that needs types. The kit's example is a team's own project.
  [
    'lint of promises',
    [
      inModules('oxlint/bin/oxlint'),
      '--config',
      'build/oxlint.json',
      '--type-aware',
      '--ignore-pattern',
      'kit/example',
      '.',
    ],
  ],
  ['types of the browser packages', [tsc, '-p', '.']],
  ['types of the contract', [tsc, '-p', 'contract', '--noEmit']],
  ['types of the service', [tsc, '-p', 'api', '--noEmit']],
  ['types of the browser tests', [tsc, '-p', 'e2e', '--noEmit']],
  [
    'format',
    [
      inModules('prettier/bin/prettier.cjs'),
      '--check',
      '--log-level',
      'warn',
      '.',
      '!pnpm-lock.yaml',
      '!**/*.api.md',
      '!contract/schemas.json',
      ...cached('prettier'),
    ],
  ],
];

/** Runs one check and prints its output in one piece; resolves to whether it is good. */
async function run([, command]) {
  const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(data));
  const [status] = await once(child, 'close');
  process.stdout.write(Buffer.concat(output));
  return status === 0;
}

// Two at a time: each is one busy process.
const waiting = [...checks];
const failed = [];
const work = async () => {
  for (let check = waiting.shift(); check; check = waiting.shift()) if (!(await run(check))) failed.push(check[0]);
};
await Promise.all([work(), work()]);
for (const name of failed) console.error(`Failed: ${name}`);
process.exit(failed.length > 0 ? 1 : 0);
