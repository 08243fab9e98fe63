// Judges the API's description as a stranger would: `node scripts/typed-client.mjs openapi.json` lints it by the
// recommended rules, makes the typed client of docs/api.md from it and compiles a right and a wrong call.
// Prints what is wrong; ends with 1 where anything is.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTS, { astToString } from 'openapi-typescript';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const source = readFileSync(process.argv[2], 'utf8');

// The specification itself has paths such as /product-variants/by-id/{id}; the service looks for the fixed word first.
const config = await createConfig({ extends: ['recommended'], rules: { 'no-ambiguous-paths': 'off' } });
const problems = await lintFromString({ source, config });
const faults = problems.map(
  ({ severity, ruleId, message, location }) => `${severity} ${ruleId} at ${location[0]?.pointer}: ${message}`,
);

const folder = mkdtempSync(path.join(tmpdir(), 'console-client-'));
writeFileSync(path.join(folder, 'console-api.d.ts'), astToString(await openapiTS(JSON.parse(source))));
writeFileSync(
  path.join(folder, 'calls.ts'),
  `import type { components, paths } from './console-api';
type Path = paths['/api/companies/{id}']['get']['parameters']['path'];
export const right: Path = { id: 1 };
// @ts-expect-error An id is a number.
export const wrong: Path = { id: 'one' };
export const nameOf = (company: components['schemas']['Company']): string => company.name;
`,
);
const tsc = path.join(root, 'node_modules/@typescript/native/bin/tsc');
const compiled = spawnSync(
  process.execPath,
  [tsc, '--noEmit', '--strict', '--skipLibCheck', 'false', '--types', '', 'calls.ts', 'console-api.d.ts'],
  { cwd: folder, encoding: 'utf8' },
);
if (compiled.status !== 0) faults.push(compiled.stdout);
rmSync(folder, { recursive: true });

console.log(faults.join('\n'));
process.exit(faults.length ? 1 : 0);
