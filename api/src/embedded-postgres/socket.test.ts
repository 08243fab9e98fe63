import { mkdtemp, realpath, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { socketFolder } from './socket';

const account = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, how: 'as-is' } as const;
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'console-socket-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test('the folder of the socket is made again when a process that ends deletes it in that moment', async () => {
  const folder = await socketFolder(dataDir, account);
  for (let round = 0; round < 100; round += 1) {
    // As the making begins, so that some of them meet: it looks the data folder up first.
    const deletion = realpath(dataDir).then(() => rmdir(folder));
    expect(await socketFolder(dataDir, account)).toBe(folder);
    await deletion;
    await socketFolder(dataDir, account);
  }
  await rmdir(folder);
});
