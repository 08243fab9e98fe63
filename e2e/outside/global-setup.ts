import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import startConsole from '../support/global-setup';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * A team's own folder, made as the kit's README says: the archives, the example in one of them, what npm installs. Its types are
 * checked, its tests run and its remote is built there, with nothing of the project in reach.
 */
export default async function setUp() {
  // OUTSIDE_FOLDER keeps the folder from one run for the next, while one works on the tests.
  if (process.env.OUTSIDE_FOLDER) return startConsole();
  const folder = mkdtempSync(path.join(tmpdir(), 'console-outside-'));
  const stopConsole = await startConsole();
  const tearDown = async () => {
    await stopConsole();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    // Without what a surrounding `pnpm run` says of itself.
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|PNPM_|NODE_)/.test(name)));
    const run = (program: string, ...args: string[]) =>
      execFileSync(program, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
    const platform = path.join(folder, 'platform');
    run(process.execPath, path.join(root, 'scripts/pack-platform.mjs'), platform);
    const [kit = ''] = readdirSync(platform).filter((name) => name.startsWith('remote-kit-'));
    run('tar', '-xzf', path.join(platform, kit), '--strip-components=2', 'package/example');
    const file = path.join(folder, 'package.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as { devDependencies: Record<string, string> };
    for (const packed of readdirSync(platform))
      manifest.devDependencies[packed.replace(/-[\d.]+\.tgz$/, '')] = `file:platform/${packed}`;
    writeFileSync(file, JSON.stringify(manifest));
    run('npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', '--silent');
    for (const script of ['types', 'test', 'build']) run('npm', 'run', script, '--silent');
    process.env.OUTSIDE_FOLDER = folder;
    return tearDown;
  } catch (error) {
    await tearDown();
    throw error;
  }
}
