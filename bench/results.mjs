// Writes what a bench measured into its section of bench/results.md, and the README's figures that come from there.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import prettier from 'prettier';
import { withFigures } from './figures.mjs';
import { withSection } from './sections.mjs';

const folder = path.dirname(fileURLToPath(import.meta.url));
const root = path.dirname(folder);
const RESULTS = path.join(folder, 'results.md');
const README = path.join(root, 'README.md');
/** Files that the benches write themselves: no change of the measured code. */
const WRITTEN = ['bench/results.md', 'bench/growth.svg', 'README.md'];

const begun = { date: new Date(), load: os.loadavg()[0] };

/** The commit that is measured, and whether something was changed since; 'an unknown commit' outside a repository. */
function commit() {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const name = git('rev-parse', '--short=10', 'HEAD');
    const isChanged = git('status', '--porcelain', '--', '.', ...WRITTEN.map((file) => `:!${file}`)) !== '';
    return `commit ${name}${isChanged ? ' with changes' : ''}`;
  } catch {
    return 'an unknown commit';
  }
}

/** By which command, when, of which commit, on which machine, and how busy it was. */
function stamp(command) {
  const model = os.cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = Math.round(os.totalmem() / 2 ** 30);
  const machine = `${os.availableParallelism()} cores (${model}), ${memory} GiB, ${os.type()} ${os.arch()}, Node ${process.version}`;
  const [before, after] = [begun.load, os.loadavg()[0]].map((load) => load.toFixed(1));
  const date = begun.date.toISOString().slice(0, 16).replace('T', ' ');
  return `By \`${command}\`, ${date} UTC, ${commit()}, ${machine}; load average ${before} at the start, ${after} at the end.`;
}

/**
 * Writes a bench's section of results.md. `heading` is one of sections.mjs, `command` what was called, `parts` its
 * paragraphs and tables.
 */
export async function writeResults(heading, command, parts) {
  const body = [stamp(command), ...parts].join('\n\n');
  const before = existsSync(RESULTS) ? readFileSync(RESULTS, 'utf8') : '';
  const results = await write(RESULTS, withSection(before, heading, body));
  await write(README, withFigures(readFileSync(README, 'utf8'), results));
  console.log(`\nWritten into bench/results.md under '${heading}'.`);
}

/** Writes Markdown as `pnpm format` would leave it, and returns it so. */
async function write(file, text) {
  const formatted = await prettier.format(text, { ...(await prettier.resolveConfig(file)), parser: 'markdown' });
  writeFileSync(file, formatted);
  return formatted;
}
