// Types, lint and format of everything; ends with 1 and names what failed.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const inModules = (file) => path.join(root, 'node_modules', file);
const tsc = inModules('@typescript/native/bin/tsc');

const checks = [
  ['types of the browser packages', [tsc, '-p', '.']],
  ['types of the service', [tsc, '-p', 'api', '--noEmit']],
  ['types of the browser tests', [tsc, '-p', 'e2e', '--noEmit']],
  ['lint', [inModules('eslint/bin/eslint.js'), '.', '--max-warnings', '0']],
  ['format', [inModules('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.']],
];

const failed = checks.filter(
  ([, command]) => spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' }).status !== 0,
);
for (const [name] of failed) console.error(`Failed: ${name}`);
process.exit(failed.length > 0 ? 1 : 0);
