// The release before this one, installed and built in a folder of its own. `commit` names it; who makes a release writes
// the commit of the last one there.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.dirname(path.dirname(here));
/** The commit of the previous release. */
export const PREVIOUS = readFileSync(path.join(here, 'commit'), 'utf8').trim();

/** The reason that keeps the previous release from serving beside this checkout, or null. */
export function missingForPrevious() {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (git('cat-file', '-e', `${PREVIOUS}^{commit}`).status !== 0)
    return `commit ${PREVIOUS.slice(0, 7)} here: only a clone with its whole history has the previous release`;
  const before = git('ls-tree', '--name-only', PREVIOUS, 'api/migrations/').stdout.split('\n');
  const migrations = path.join(root, 'api', 'migrations');
  for (const file of readdirSync(migrations).filter((one) => !before.includes(`api/migrations/${one}`))) {
    const [, why] = /^-- window: (.+)$/m.exec(readFileSync(path.join(migrations, file), 'utf8')) ?? [];
    if (why) return `previous release beside ${file}, which asks for a window: ${why}`;
  }
  return null;
}

/**
 * Installs the previous release's service from the packages that are stored on this machine, as far as they are, and
 * builds it. Answers its `folder`, its `main` program, and `remove()`.
 */
export function makePrevious() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'console-previous-'));
  const run = (command, ...args) =>
    execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const archive = execFileSync('git', ['archive', PREVIOUS], { cwd: root, maxBuffer: 1 << 28 });
  execFileSync('tar', ['-x'], { cwd: folder, input: archive });
  const { packageManager } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const parts = ['--filter', 'console', '--filter', 'api...'];
  run('npx', '--yes', packageManager.split('+')[0], 'install', '--frozen-lockfile', '--prefer-offline', ...parts);
  run(process.execPath, 'scripts/build.mjs', 'api', '--quiet');
  return {
    folder,
    main: path.join(folder, 'api', 'dist', 'src', 'main.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
