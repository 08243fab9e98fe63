#!/usr/bin/env node
// `remote-kit build AREA` builds the remote of this folder into `dist`; `remote-kit dev AREA --console URL` shows it in
// a console that is deployed, built again with every change.
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import webpack from 'webpack';
import { consoleAt, developArea, portOf, UsageError } from './scripts/dev/run.mjs';

const COMMANDS = { build, dev };

try {
  const { values, positionals } = parseArgs({ options: { console: { type: 'string' } }, allowPositionals: true });
  const [command, area] = positionals;
  if (!Object.hasOwn(COMMANDS, command ?? '') || !/^[a-z]+$/.test(area ?? '') || positionals.length > 2)
    throw new UsageError('Say what to do, and the name of the area.');
  await COMMANDS[command](area, values.console);
} catch (error) {
  if (!(error instanceof UsageError || error.code?.startsWith('ERR_PARSE_ARGS'))) throw error;
  console.error(
    `${error.message}\nUsage: remote-kit build ads, or remote-kit dev ads --console https://console.example`,
  );
  process.exitCode = 2;
}

async function configOf(area, mode) {
  process.env.NODE_ENV = mode;
  const { remote } = await import('./build/federation.mjs');
  const config = remote(area, process.cwd());
  config.infrastructureLogging = { level: 'error' };
  return config;
}

async function build(area) {
  const compiler = webpack(await configOf(area, 'production'));
  const stats = await new Promise((resolve, reject) =>
    compiler.run((error, done) => (error ? reject(error) : resolve(done))),
  );
  // The bundler's statistics are private; the console reads the manifest.
  for (const ending of ['', '.br', '.gz']) rmSync(`dist/mf-stats.json${ending}`, { force: true });
  if (stats.hasErrors()) process.exitCode = 1;
  console.log(stats.hasErrors() ? stats.toString({ preset: 'errors-only' }) : `Built ${area} into dist.`);
}

async function dev(area, address) {
  const target = consoleAt(address);
  await developArea(area, await configOf(area, 'development'), process.cwd(), target, portOf(process.env));
}
