import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The images by the names of their folders. */
export const IMAGES = ['api', 'gateway', 'remote-company', 'remote-ads', 'remote-social', 'remote-agents'] as const;
export type Image = (typeof IMAGES)[number];

/** Makes every image's folder below `folder`, each in a fresh copy of the project, as the Dockerfile does; two at a time. */
export async function makeImages(folder: string): Promise<void> {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\0')
    .filter((file) => file !== '' && existsSync(path.join(root, file)));
  const queue = [...IMAGES];
  const work = async () => {
    for (let image = queue.shift(); image; image = queue.shift()) {
      const copy = path.join(folder, `source-${image}`);
      for (const file of files) {
        mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
        cpSync(path.join(root, file), path.join(copy, file));
      }
      await make(copy, image, path.join(folder, image));
      rmSync(copy, { recursive: true });
    }
  };
  await Promise.all([work(), work()]);
  chmodSync(folder, 0o755);
}

function make(copy: string, image: Image, target: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // Without what a surrounding `pnpm run` says of itself.
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|PNPM_|NODE_)/.test(name)));
    execFile(
      process.execPath,
      ['scripts/image.mjs', image, target],
      { cwd: copy, env, maxBuffer: 2 ** 26 },
      (error, stdout, stderr) =>
        error ? reject(new Error(`The image ${image} was not made:\n${stdout}\n${stderr}`)) : resolve(),
    );
  });
}
