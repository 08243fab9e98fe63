import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startConsole } from './running-console';

/** One console with demonstration data for the whole run; its address and folder are in the environment of every test. */
export default async function setUp() {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-e2e-'));
  const console = await startConsole({ DATA_DIR: folder });
  process.env.CONSOLE_URL = console.url;
  process.env.CONSOLE_DATA_DIR = folder;
  return async () => {
    await console.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
