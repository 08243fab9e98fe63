// Builds what has changed: `node scripts/build.mjs [part …] [--quiet]`, a part being api, host or a remote.
// A part whose inputs are the same as at its last build is left alone, so that a second start takes seconds.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { AREAS, root } from './packages.mjs';
import { takeSuperseded } from './superseded-files.mjs';

const quiet = process.argv.includes('--quiet');
const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'));

const bundlerInputs = ['build', 'tsconfig.json', 'pnpm-lock.yaml', 'contract', 'shared-auth', 'shared-ui'];
const webpack = (folder) => ({
  inputs: [...bundlerInputs, folder],
  command: [
    path.join(root, 'node_modules/webpack-cli/bin/cli.js'),
    '--config',
    path.join(root, folder, 'webpack.config.mjs'),
  ],
});
const parts = {
  api: {
    inputs: ['build/tsconfig.base.json', 'pnpm-lock.yaml', 'contract', 'api'],
    command: [
      path.join(root, 'node_modules/@typescript/native/bin/tsc'),
      '-b',
      path.join(root, 'contract'),
      path.join(root, 'api/tsconfig.build.json'),
    ],
  },
  host: webpack('host'),
  ...Object.fromEntries(AREAS.map((area) => [`remote-${area}`, webpack(`remote-${area}`)])),
};

const IGNORED = /^(node_modules|dist|data)$|\.test\.|^testing$/;

function* filesBelow(name) {
  const full = path.join(root, name);
  if (!statSync(full).isDirectory()) return yield name;
  for (const entry of readdirSync(full).sort()) if (!IGNORED.test(entry)) yield* filesBelow(path.join(name, entry));
}

function fingerprint(inputs) {
  const hash = createHash('sha256').update(process.version);
  for (const input of inputs) {
    for (const file of filesBelow(input))
      hash
        .update(file)
        .update('\0')
        .update(readFileSync(path.join(root, file)))
        .update('\0');
  }
  return hash.digest('hex');
}

function run(command) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (text) => (output += text));
    child.stderr.on('data', (text) => (output += text));
    child.on('close', (code) => resolve({ code, output }));
  });
}

async function build(name) {
  const { inputs, command } = parts[name];
  const dist = path.join(root, name, 'dist');
  const mark = path.join(dist, '.fingerprint');
  const now = fingerprint(inputs);
  if (existsSync(mark) && readFileSync(mark, 'utf8') === now) return true;
  const superseded = takeSuperseded(dist, Date.now());
  rmSync(dist, { recursive: true, force: true });
  const started = Date.now();
  const { code, output } = await run(command);
  if (code !== 0) {
    console.error(`Building ${name} failed:\n${output}`);
    return false;
  }
  // The bundler's statistics are private; the host reads the manifest.
  for (const ending of ['', '.br', '.gz']) rmSync(path.join(dist, `mf-stats.json${ending}`), { force: true });
  superseded.putBack();
  if (!quiet) console.log(`Built ${name} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  writeFileSync(mark, now);
  return true;
}

const unknown = asked.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`Nothing here is called ${unknown.join(', ')}. The parts are ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}
const queue = asked.length > 0 ? asked : Object.keys(parts);
let failed = false;
const workers = Array.from({ length: Math.min(2, availableParallelism()) }, async () => {
  for (let name = queue.shift(); name; name = queue.shift()) failed = !(await build(name)) || failed;
});
await Promise.all(workers);
process.exit(failed ? 1 : 0);
